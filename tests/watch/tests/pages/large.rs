//! Trees that are too large for a window: what is shown of them, the map, and that a step is cheap.

use crate::recordings::large;
use crate::shown::{assert_content, directory, open, read_states, states_at};
use browser::{Browser, Page, Scheme};
use serde_json::{Value, json};

/// Returns the nodes that are not in the window of the tree.
fn unseen(page: &Page<'_>, nodes: &[usize]) -> Value {
    page.read(&format!(
        "(() => {{
            const room = document.getElementById('tree').getBoundingClientRect();
            return {nodes:?}.filter((node) => {{
                const box = document.querySelector(`#node-${{node}} .box`).getBoundingClientRect();
                return !(box.width > 0 && box.left >= room.left && box.right <= room.right
                    && box.top >= room.top && box.bottom <= room.bottom);
            }});
        }})()"
    ))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_is_shown_as_far_as_it_fits() {
    let browser = Browser::still();
    let page = open(&browser, &large(37, 60), "first-whole.html", "");
    assert_eq!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    // A tree that was too small becomes large enough.
    page.resize(1280, 300);
    assert_ne!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    page.resize(1280, 800);
    assert_eq!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    assert_content(&page);

    let recording = large(1_000, 60);
    let agent = recording.agents().next().expect("somebody was recorded");
    let page = open(&browser, &recording, "first-large.html", "");
    assert_eq!(page.read("document.querySelectorAll('#tree .node').length"), 1_000);
    // Only what can be seen is drawn.
    let drawn = page.read("document.querySelectorAll('#tree .node:not([display])').length");
    assert!(drawn.as_u64() < Some(300), "{drawn}");
    // It begins with the root and what runs.
    let active = |moment| agent.active_at(moment).iter().map(|it| it.index()).collect::<Vec<_>>();
    assert_eq!(unseen(&page, &active(0)), json!([]));
    let other = (1..60).find(|moment| active(*moment).last() != active(0).last());
    let other = other.expect("another leaf runs some time");
    page.run(&format!("location.hash = '#tick={}'", other + 1));
    page.wait_until(&format!("document.getElementById('tick').value == {}", other + 1));
    let leaf = active(other).pop().expect("something runs");
    assert_eq!(unseen(&page, &[leaf]), json!([]), "it is unfolded");
    page.click("#fit");
    assert_eq!(page.read("document.getElementById('tree').classList.contains('far')"), false);
    page.click("#fit");
    assert_eq!(unseen(&page, &(0..1_000).collect::<Vec<_>>()), json!([]), "all of it on demand");
    page.run("document.activeElement.blur()");
    shows_where_the_visible_part_is(&page);

    // What was found stays while the page follows; without the search, the page follows what runs.
    let has_label = |node: &usize| agent.tree().nodes()[*node].label.is_some();
    let found = (0..1_000).rfind(has_label).expect("some nodes have labels");
    page.click("#follow");
    page.press("Home");
    page.press("/");
    page.type_text(agent.tree().nodes()[found].name());
    page.press("Enter");
    for tick in [20, 40, 60] {
        page.run(&format!("location.hash = '#tick={tick}'"));
        page.wait_until(&format!("document.getElementById('tick').value == {tick}"));
        assert_eq!(unseen(&page, &[found]), json!([]));
    }
    assert_eq!(page.read("document.getElementById('follow').ariaPressed"), "true");
    page.press("Escape");
    let runs = agent.active_at(59).last().expect("something runs").index();
    page.wait_until(&format!("document.querySelector('#node-{runs} .box')"));
    assert_eq!(unseen(&page, &[runs]), json!([]));
    assert_content(&page);
}

/// A map shows which part of the drawing is visible, and moves it.
fn shows_where_the_visible_part_is(page: &Page<'_>) {
    let is_shown = "document.getElementById('minimap').checkVisibility()";
    assert_eq!(page.read(is_shown), false, "all is visible");
    page.press("u");
    page.wait_until(is_shown);
    let frame = "(() => { const of = document.querySelector('#minimap rect');
        return ['x', 'y', 'width', 'height'].map((name) => Number(of.getAttribute(name))); })()";
    page.click_at("#minimap", 0.2);
    let before = page.read(frame);
    assert_eq!(page.read("document.getElementById('follow').ariaPressed"), "false");
    // The frame follows the mouse; the middle of the drawing is where it was pressed.
    let place = page.read("(() => { const { x, y, width, height } = document.getElementById('minimap').getBoundingClientRect(); return [x, y, width, height]; })()");
    let at = |part: (f64, f64)| {
        let number = |index: usize| place[index].as_f64().expect("a number");
        (number(0) + part.0 * number(2), number(1) + part.1 * number(3))
    };
    page.drag(at((0.2, 0.5)), &[at((0.5, 0.7)), at((0.5, 0.9))]);
    let after = page.read(frame);
    assert!(after[1].as_f64() > before[1].as_f64(), "{before} {after}");
    let seen = "[...document.querySelectorAll('#tree .node')].filter((one) => one.getAttribute('display') !== 'none')";
    let height = "document.getElementById('minimap').viewBox.baseVal.height";
    let middle = page.read(&format!("(({frame})[1] + ({frame})[3] / 2) / {height}"));
    assert!(middle.as_f64().is_some_and(|middle| (middle - 0.9).abs() < 0.05), "{middle}");
    assert!(page.read(&format!("{seen}.length")).as_u64() > Some(1));
    let active = "document.querySelector('#minimap .active').getAttribute('d')";
    assert!(page.read(&format!("{active}.length")).as_u64() > Some(10), "what runs is marked");
    page.screenshot(&directory().join("map.png"));
    // Nothing is to be found on it by a screen reader, and by keys.
    assert_eq!(page.read("document.getElementById('minimap').ariaHidden"), "true");
    assert_eq!(page.read("document.getElementById('minimap').tabIndex"), -1);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_step_touches_only_what_changed_and_pictures_are_taken() {
    let recording = large(500, 10_000);
    let agent = recording.agents().next().expect("somebody was recorded");
    let browser = Browser::start();
    let page = open(&browser, &recording, "large.html", "");
    page.click("#fit");
    page.click("#fit");
    page.click("#follow");
    for moment in [0, 1, 2, 500, 4_999, 9_999, 9_998] {
        let before = read_states(&page);
        page.run(
            "window.touched = new Set(); window.records = 0;
             window.watch = new MutationObserver((all) => {
                 records += all.length;
                 for (const one of all) touched.add(one.target.closest('.node').dataset.node);
             });
             watch.observe(document.getElementById('tree'), {
                 subtree: true, childList: true, attributes: true, characterData: true,
             }); 0",
        );
        page.run(&format!("location.hash = '#tick={}'", moment + 1));
        page.wait_until(&format!("document.getElementById('tick').value == {}", moment + 1));
        let touched = page
            .read("watch.disconnect(), [[...touched].map(Number).sort((a, b) => a - b), records]");

        let now = states_at(agent, moment);
        assert_eq!(read_states(&page), now, "tick {}", moment + 1);
        let changed = (0..now.len()).filter(|node| before[*node] != now[*node]);
        let changed: Vec<usize> = changed.collect();
        assert_eq!(touched[0], json!(changed), "tick {}", moment + 1);
        assert!(touched[1].as_u64() <= Some(2 * changed.len() as u64), "state and sign");
    }
    // Pictures for a person to look at.
    let shot = |name: &str| page.screenshot(&directory().join(name));
    page.prefer(Scheme::Light);
    shot("large-fit-light.png");
    page.prefer(Scheme::Dark);
    shot("large-fit-dark.png");
    page.click("#fold-idle");
    page.press("c");
    shot("large-folded-dark.png");
    page.resize(800, 600);
    page.settle();
    shot("large-small-dark.png");
    page.press("?");
    shot("keys-dark.png");
    page.prefer(Scheme::Light);
    let light = page.read("getComputedStyle(document.body).backgroundColor");
    page.prefer(Scheme::Dark);
    assert_ne!(page.read("getComputedStyle(document.body).backgroundColor"), light);
    assert_content(&page);
}
