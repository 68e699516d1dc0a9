//! The page with a keyboard, with a screen reader, and with poor eyesight.

use crate::example::soldier;
use crate::pages;
use crate::village::Program;
use browser::{Browser, Page, Scheme};
use bt_core::behavior_tree;
use bt_watch::record::Recorder;
use serde_json::{Value, json};

fn open<'a>(browser: &'a Browser, place: &str) -> Page<'a> {
    browser.open(&format!("file://{}{place}", soldier().0.display()), 1280, 800)
}

fn tick(page: &Page<'_>) -> String {
    page.text("#tick-number").trim_start_matches("Tick ").to_owned()
}

/// The name of the node that has the focus.
fn focused(page: &Page<'_>) -> Value {
    page.read(
        "document.activeElement.closest('[role=treeitem]')?.ariaLabel ?? document.activeElement.id",
    )
}

fn focus(page: &Page<'_>, id: &str) {
    page.run(&format!("document.getElementById('{id}').focus()"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_is_walked_by_keys_as_trees_are() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37");
    let stops = "[...document.querySelectorAll('#tree [tabindex=\"0\"]')].length";
    assert_eq!(page.read(stops), 1);
    // The tab key moves from the element before it to the timeline.
    focus(&page, "help-button");
    page.press("Tab");
    assert_eq!(focused(&page), "active_selector");
    let goes = |steps: &[(&str, &str)]| {
        for (key, name) in steps {
            page.press(key);
            assert_eq!(focused(&page), *name, "{key}");
            assert_eq!(page.read(stops), 1);
            let selected = "document.querySelectorAll('[aria-selected=true]').length";
            assert_eq!(page.read(selected), 1, "{key}");
            assert_eq!(tick(&page), "37");
        }
    };
    goes(&[
        ("ArrowRight", "sequence, running"),
        ("ArrowDown", "sees_enemy, condition, idle"),
        ("ArrowRight", "sees_enemy, condition, idle"),
        ("ArrowUp", "sequence, running"),
        ("ArrowLeft", "sequence, running"),
    ]);
    let expanded = "document.activeElement.ariaExpanded";
    assert_eq!(page.read(expanded), "false");
    assert_eq!(page.read("document.activeElement.ariaLevel"), "2");
    goes(&[("ArrowDown", "patrol, action, idle"), ("ArrowUp", "sequence, running")]);
    goes(&[("ArrowRight", "sequence, running")]);
    assert_eq!(page.read(expanded), "true");
    goes(&[
        ("ArrowRight", "sees_enemy, condition, idle"),
        ("ArrowDown", "active_selector, running"),
        ("ArrowRight", "flee, sequence, running"),
        ("ArrowDown", "hurt, condition, success"),
        ("ArrowLeft", "flee, sequence, running"),
        ("ArrowDown", "hurt, condition, success"),
        ("Home", "active_selector, running"),
        ("End", "patrol, action, idle"),
        ("Home", "active_selector, running"),
    ]);
    // An element far outside of the window keeps the focus.
    page.resize(360, 300);
    page.settle();
    goes(&[("End", "patrol, action, idle"), ("Enter", "patrol, action, idle")]);
    // A click leaves the keyboard focus on the timeline.
    page.resize(1280, 800);
    page.settle();
    page.click("#fit");
    page.click("#node-0 .box");
    page.press("ArrowRight");
    assert_eq!(tick(&page), "38");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn buttons_are_pressed_by_the_space_bar_and_by_enter() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37");
    // So slowly that it does not reach its end during the test.
    page.run("document.getElementById('speed').value = '1'");
    page.run("document.getElementById('speed').dispatchEvent(new Event('change'))");
    let playing = "document.getElementById('play').ariaLabel === 'Pause'";
    for key in [" ", "Enter"] {
        focus(&page, "forward");
        let before: u32 = tick(&page).parse().expect("a tick is a number");
        page.press(key);
        assert_eq!(tick(&page), (before + 1).to_string(), "{key:?}");
        focus(&page, "counting");
        let counts = page.read("document.getElementById('counting').ariaPressed");
        page.press(key);
        assert_ne!(page.read("document.getElementById('counting').ariaPressed"), counts, "{key:?}");
        focus(&page, "help-button");
        page.press(key);
        assert_eq!(page.read("document.getElementById('help').open"), true);
        page.press("Escape");
        assert_eq!(page.read("document.getElementById('help').open"), false);
        assert_eq!(focused(&page), "help-button");
        assert_eq!(page.read(playing), false);
        focus(&page, "play");
        page.press(key);
        assert_eq!(page.read(playing), true, "{key:?}");
        page.press(key);
        assert_eq!(page.read(playing), false, "{key:?}");
    }
    page.run("document.activeElement.blur()");
    page.press(" ");
    assert_eq!(page.read(playing), true, "elsewhere it plays");
    page.press(" ");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn letters_need_not_be_keys() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37");
    page.press("?");
    page.click("#letters");
    page.press("Escape");
    for key in ["[", "x", "c", "?", ","] {
        page.press(key);
    }
    assert_eq!(tick(&page), "37");
    assert_eq!(page.read("document.getElementById('help').open"), false);
    page.press("ArrowRight");
    assert_eq!(tick(&page), "38");
    page.click("#help-button");
    page.click("#letters");
    page.press("Escape");
    page.press(".");
    assert_eq!(tick(&page), "39");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_timeline_is_a_slider() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37");
    focus(&page, "timeline");
    let now = || page.read("Number(document.getElementById('timeline').ariaValueNow)");
    for (key, value) in [
        ("ArrowRight", 38),
        ("ArrowUp", 39),
        ("ArrowLeft", 38),
        ("ArrowDown", 37),
        ("PageUp", 47),
        ("PageDown", 37),
        ("Home", 1),
        ("End", 98),
    ] {
        page.press(key);
        assert_eq!(now(), value, "{key}");
        assert_eq!(tick(&page), value.to_string());
    }
    let range =
        "['Min', 'Max'].map((end) => document.getElementById('timeline')[`ariaValue${end}`])";
    assert_eq!(page.read(range), json!(["1", "98"]));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// Visible texts whose contrast with their background is below 4.5.
pub(crate) const TOO_FAINT: &str = r"(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const parse = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (rgb) => {
        const part = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2]);
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const behind = (element) => {
        const box = element.closest('.node')?.querySelector('.box');
        if (element.closest('.fold')) return parse(getComputedStyle(element.parentElement.querySelector('circle')).fill);
        if (box && element !== box && !element.matches('.counts')) return parse(getComputedStyle(box).fill);
        for (let above = element; above; above = above.parentElement) {
            const colour = parse(getComputedStyle(above).backgroundColor);
            if (colour[3] === 255) return colour;
        }
        return parse(getComputedStyle(document.body).backgroundColor);
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const faint = [];
    let seen = 0;
    for (const element of document.querySelectorAll('body *')) {
        if (element.matches('script, title, option') || !hasText(element) || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const colour = parse(element instanceof SVGElement ? style.fill : style.color);
        seen += 1;
        const value = contrast(colour, behind(element));
        if (value < 4.5) faint.push([element.textContent, element.className.baseVal ?? element.className, value.toFixed(2)]);
    }
    // Texts that are drawn on a canvas.
    const root = document.createElement('i');
    document.body.append(root);
    const resolved = (name) => { root.style.color = `var(--${name})`; return parse(getComputedStyle(root).color); };
    for (let tone = 0; tone < 8; tone++) {
        const value = contrast(resolved('text'), resolved(`tone-${tone}`));
        if (value < 4.5) faint.push(['lane', tone, value.toFixed(2)]);
    }
    for (const name of ['muted', 'plot', 'failure', 'success', 'aborted']) {
        const value = contrast(resolved(name), resolved('surface'));
        if (value < 4.5) faint.push(['timeline', name, value.toFixed(2)]);
    }
    root.remove();
    return { seen, faint };
})()";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn all_texts_stand_out_in_light_and_dark() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37&node=12");
    page.click("summary");
    page.click("#counting");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        // Colors of buttons may be animated, and rows that changed flash.
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        for tick in [1, 25, 37, 65] {
            page.run(&format!("location.hash = '#tick={tick}&node=12'"));
            page.wait_until(&format!("document.getElementById('tick').value == {tick}"));
            page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
            let found = page.read(TOO_FAINT);
            assert!(found["seen"].as_u64() > Some(60), "{found}");
            assert_eq!(found["faint"], json!([]), "{scheme:?}, tick {tick}");
        }
        page.press("/");
        page.type_text("npc");
        assert_eq!(page.read(TOO_FAINT)["faint"], json!([]), "{scheme:?}, search");
        page.press("Escape");
        page.press("?");
        assert_eq!(page.read(TOO_FAINT)["faint"], json!([]), "{scheme:?}, keys");
        page.press("Escape");
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

behavior_tree! {
    tree Rest(it: &mut ()) {
        running;
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn texts_about_who_rests_stand_out() {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Rest>("rests");
    recorder.tick(agent, &mut Rest::new(), &mut ());
    recorder.next_moment();
    recorder.next_moment();
    let path = pages::directory().join("rests.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}#tick=2", path.display()), 1280, 800);
    assert_eq!(page.text("#result"), "not ticked");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        assert_eq!(page.read(TOO_FAINT)["faint"], json!([]), "{scheme:?}");
    }
}

/// What can be used and has no name.
pub(crate) const NAMELESS: &str = "[...document.querySelectorAll('button, input, select, textarea, [role=slider], [role=treeitem], [role=tree]')]
    .filter((one) => one.checkVisibility())
    .filter((one) => !one.ariaLabel && !one.textContent.trim() && !one.labels?.length)
    .map((one) => one.outerHTML)";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_is_edited_with_poor_eyesight_and_in_a_small_window() {
    let text = "tree Villager {\n    selector {\n        condition HungrierThan(limit = 90);\n        retry(3) action Eat;\n        action Sleep;\n    }\n}\n\ntree Rest {\n    running;\n}\n";
    let program = Program::start("access", text, 2);
    let browser = Browser::start_with(&["--force-prefers-reduced-motion"]);
    let page = program.edit_text(&browser);
    page.click("#tree [data-text='2'] .box");
    // A node that no agent runs, and one with a mistake.
    page.click("#edit-commands button[title^='Replace']");
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 5");
    page.run(
        "(() => { const field = document.getElementById('edit-text'); field.focus();
        const at = field.value.indexOf('Sleep'); field.setSelectionRange(at, at); })()",
    );
    page.type_text("No");
    page.wait_until("document.querySelector('#tree [data-mark=wrong]')");
    page.press_with(&["Shift"], "F6");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        let found = page.read(TOO_FAINT);
        assert!(found["seen"].as_u64() > Some(80), "{found}");
        assert_eq!(found["faint"], json!([]), "{scheme:?}");
    }
    assert_eq!(page.read(NAMELESS), json!([]));

    for (width, height) in [(1360, 860), (1050, 760), (700, 800)] {
        page.resize(width, height);
        for text in ["true", "false"] {
            page.settle();
            assert_eq!(page.read("document.getElementById('edit-show-text').ariaPressed"), *text);
            assert_eq!(page.read("document.documentElement.scrollWidth <= innerWidth"), true);
            for part in ["#tree", "#edit-form", "#edit-palette", "#tick-number", "#timeline"] {
                let place = page.read(&format!(
                    "(() => {{ const box = document.querySelector('{part}').getBoundingClientRect();
                        const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(20, box.height / 2));
                        return [box.width, box.height, document.querySelector('{part}').contains(top) || top?.outerHTML]; }})()"
                ));
                assert!(
                    place[0].as_f64() > Some(60.0) && place[1].as_f64() > Some(20.0),
                    "{part}: {place}"
                );
                assert_eq!(place[2], true, "{part} is covered at a width of {width}");
            }
            // Some rows of the palette are seen.
            let height = page.read("document.getElementById('edit-palette').clientHeight");
            assert!(height.as_u64() > Some(70), "{height} at a width of {width}, {text}");
            page.screenshot(&pages::directory().join(format!("editor-{width}-{text}.png")));
            page.click("#edit-show-text");
        }
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn whatever_can_be_used_has_a_name() {
    let browser = Browser::start();
    let page = open(&browser, "#tick=37&node=12");
    assert_eq!(page.read(NAMELESS), json!([]));
    // No status is shown by its color alone.
    let signs = "[...document.querySelectorAll('.node:not([data-state=idle])')]
        .map((node) => [node.dataset.state, node.querySelector('.sign').getAttribute('d')])";
    let signs = page.read(signs);
    let signs: std::collections::BTreeMap<_, _> = (signs.as_array().expect("a list").iter())
        .map(|pair| (pair[0].to_string(), pair[1].to_string()))
        .collect();
    let shapes: std::collections::BTreeSet<_> = signs.values().collect();
    assert_eq!((signs.len(), shapes.len()), (3, 3), "{signs:?}");
}
