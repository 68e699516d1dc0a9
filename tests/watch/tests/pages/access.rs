//! The page with a keyboard, with a screen reader, with poor eyesight, and in windows of all sizes.

use crate::recordings::{self, extreme};
use crate::shown::{NAMELESS, TOO_FAINT, assert_content, directory, open, soldier};
use crate::village;
use browser::{Browser, Page, Scheme};
use bt_core::behavior_tree;
use bt_watch::record::Recorder;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn open_soldier<'a>(browser: &'a Browser, place: &str) -> Page<'a> {
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
fn the_page_is_used_by_keyboard_alone() {
    let browser = Browser::start();
    let page = open_soldier(&browser, "#tick=37");
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
    goes(&[("End", "patrol, action, idle"), ("Enter", "patrol, action, idle")]);
    // A click leaves the keyboard focus on the timeline.
    page.resize(1280, 800);
    page.click("#fit");
    page.click("#node-0 .box");
    page.press("ArrowRight");
    assert_eq!(tick(&page), "38");

    // The space bar and Enter press buttons. The address follows after a pause; until then it is the one that is set here.
    page.wait_until("location.hash.startsWith('#tick=38')");
    page.run("location.hash = '#tick=37'");
    page.wait_until("document.getElementById('tick').value === '37'");
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

    // Letters need not be keys.
    page.press("?");
    page.click("#letters");
    page.press("Escape");
    let before = tick(&page);
    for key in ["[", "x", "c", "?", ","] {
        page.press(key);
    }
    assert_eq!(tick(&page), before);
    assert_eq!(page.read("document.getElementById('help').open"), false);
    // The timeline is a slider.
    focus(&page, "timeline");
    for (key, value) in [("Home", "1"), ("ArrowUp", "2"), ("PageUp", "12"), ("End", "98")] {
        page.press(key);
        assert_eq!(page.read("document.getElementById('timeline').ariaValueNow"), value, "{key}");
        assert_eq!(tick(&page), value);
    }
    assert_content(&page);
}

behavior_tree! {
    tree Rest(it: &mut ()) {
        running;
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn all_texts_stand_out_and_whatever_can_be_used_has_a_name() {
    let browser = Browser::start();
    let page = open_soldier(&browser, "#tick=37&node=12");
    assert_eq!(page.read(NAMELESS), json!([]));
    // No status is shown by its color alone.
    let signs = "[...document.querySelectorAll('.node:not([data-state=idle])')]
        .map((node) => [node.dataset.state, node.querySelector('.sign').getAttribute('d')])";
    let signs = page.read(signs);
    let signs: BTreeMap<_, _> = (signs.as_array().expect("a list").iter())
        .map(|pair| (pair[0].to_string(), pair[1].to_string()))
        .collect();
    let shapes: BTreeSet<_> = signs.values().collect();
    assert_eq!((signs.len(), shapes.len()), (3, 3), "{signs:?}");
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
    assert_content(&page);

    // An agent that rests.
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Rest>("rests");
    recorder.tick(agent, &mut Rest::new(), &mut ());
    recorder.next_moment();
    recorder.next_moment();
    let page = open(&browser, recorder.recording(), "rests.html", "#tick=2");
    assert_eq!(page.text("#result"), "not ticked");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        assert_eq!(page.read(TOO_FAINT)["faint"], json!([]), "{scheme:?}");
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_is_edited_with_poor_eyesight_and_in_a_small_window() {
    let text = "tree Villager {\n    selector {\n        condition HungrierThan(limit = 90);\n        retry(3) action Eat;\n        action Sleep;\n    }\n}\n\ntree Rest {\n    running;\n}\n";
    let program = village::Program::start("access", text, 2);
    let browser = Browser::still();
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
            page.screenshot(&directory().join(format!("editor-{width}-{text}.png")));
            page.click("#edit-show-text");
        }
    }
    assert_content(&page);
}

/// A telephone in both orientations, a small window, and common windows. 640 by 360 is 1280 by 720 at a
/// zoom of 200 %, and 320 by 640 is a narrow window.
pub(crate) const SIZES: [(u32, u32); 8] = [
    (500, 800),
    (320, 640),
    (800, 400),
    (640, 360),
    (700, 500),
    (1280, 720),
    (1920, 1080),
    (1024, 600),
];

/// Controls that a pointer cannot reach, and elements that are wider than their container.
pub(crate) const SPOILED: &str = "(() => {
    const spoiled = [];
    for (const one of document.querySelectorAll('header button, header input, footer button, footer input, select')) {
        if (!one.checkVisibility()) continue;
        const box = one.getBoundingClientRect();
        const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
        if (!inside || !one.contains(there)) spoiled.push(one.id);
    }
    for (const one of document.querySelectorAll('body, header, footer, aside, aside > section')) {
        if (one.scrollWidth > one.clientWidth) spoiled.push([one.localName, one.className, one.scrollWidth, one.clientWidth]);
    }
    const tree = document.getElementById('tree').getBoundingClientRect();
    const legend = document.querySelector('.legend').getBoundingClientRect();
    if (legend.height > 0 && legend.top < tree.bottom) spoiled.push('legend');
    if (tree.height < 100 || tree.width < 200) spoiled.push(['tree', tree.width, tree.height]);
    return spoiled;
})()";

/// Asks whether the boxes of these nodes are in the window of the tree.
fn are_seen(page: &Page<'_>, nodes: &[usize]) -> Value {
    page.read(&format!(
        "(() => {{
            const room = document.getElementById('tree').getBoundingClientRect();
            return {nodes:?}.every((node) => {{
                const box = document.querySelector(`#node-${{node}} .box`).getBoundingClientRect();
                return box.width > 0 && box.left >= room.left && box.right <= room.right
                    && box.top >= room.top && box.bottom <= room.bottom;
            }});
        }})()"
    ))
}

pub(crate) fn settle_at(page: &Page<'_>, (width, height): (u32, u32)) {
    page.resize(width, height);
    page.settle();
    page.settle();
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_soldier_fits_into_every_window_and_what_the_person_looks_at_stays() {
    // One browser for pages that are opened in that size, one for a page that is made that size.
    let browsers = [Browser::still(), Browser::still()];
    let (path, recording) = soldier();
    let url = format!("file://{}#tick=37", path.display());
    let agent = recording.agents().next().expect("the soldier was recorded");
    let active: Vec<_> = agent.active_at(36).iter().map(|node| node.index()).collect();
    assert_eq!(active.len(), 5);
    let turned = browsers[0].open(&url, 1280, 800);
    for size in SIZES {
        let page = browsers[1].open(&url, size.0, size.1);
        for page in [&page, &turned] {
            settle_at(page, size);
            assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
            // A small window has room for the running leaf, but not for all of its ancestors.
            let seen: &[usize] = if size.0 < 1000 { &active[4..] } else { &active };
            assert_eq!(are_seen(page, seen), true, "{size:?}");
        }
        page.prefer(Scheme::Light);
        page.screenshot(&directory().join(format!("soldier-{}x{}.png", size.0, size.1)));
        assert_content(&page);
    }

    let page = turned;
    settle_at(&page, (1280, 800));
    page.click("#fit");
    settle_at(&page, (800, 600));
    assert_eq!(are_seen(&page, &(0..11).collect::<Vec<_>>()), true, "all of it was shown, and is");
    // The user selects a node, and the page scrolls to it.
    page.click("#follow");
    settle_at(&page, (500, 700));
    page.press("/");
    page.type_text("attack");
    page.press("Enter");
    assert_eq!(are_seen(&page, &[9]), true);
    let middle = "(() => {
        const room = document.getElementById('tree').getBoundingClientRect();
        const box = document.querySelector('[aria-selected=true] .box').getBoundingClientRect();
        return [box.left - room.left - room.width / 2, box.top - room.top - room.height / 2].map(Math.round);
    })()";
    let before = page.read(middle);
    settle_at(&page, (900, 700));
    let after = page.read(middle);
    for axis in [0, 1] {
        let moved = after[axis].as_f64().zip(before[axis].as_f64()).map(|(one, other)| one - other);
        // Half a pixel may be rounded up or down.
        assert!(moved.is_some_and(|moved| moved.abs() <= 1.0), "{before} {after}");
    }
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn much_of_everything_spoils_nothing() {
    let browser = Browser::still();
    let page = open(&browser, &extreme(), "extreme.html", "");
    let deepest = recordings::LEVELS - 1;
    assert_eq!(page.read("document.getElementById('agent').options.length"), recordings::AGENTS);
    for size in SIZES {
        page.press("Home");
        settle_at(&page, size);
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
        assert_eq!(are_seen(&page, &[deepest]), true, "{size:?}");
        page.press("End");
        page.screenshot(&directory().join(format!("extreme-{}x{}.png", size.0, size.1)));
        assert_eq!(are_seen(&page, &[deepest + 1]), true, "{size:?}");
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
    }
    let rows = "document.querySelectorAll('#board li').length";
    assert!(page.read(rows).as_u64() > Some(recordings::FIELDS as u64), "nested ones have parts");
    assert_eq!(page.text("#only-changed"), format!("{} changed", recordings::FIELDS - 2));
    page.press("PageDown");
    assert_eq!(page.read("document.getElementById('agent').selectedIndex"), 1);
    assert_content(&page);
}
