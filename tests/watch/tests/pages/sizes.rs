//! The page in windows of all sizes: elements do not overlap, and important ones are visible.

use crate::example::soldier;
use crate::extreme;
use crate::pages::{directory, open_pausable};
use crate::program::Program;
use browser::{Browser, Page, Scheme};
use bt_watch::record::Recording;
use serde_json::{Value, json};
use std::time::Duration;

/// A telephone in both orientations, a small window, and common windows. 640 by 360 is 1280 by 720 at a
/// zoom of 200 %, and 320 by 640 is a narrow window.
const SIZES: [(u32, u32); 8] = [
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
const SPOILED: &str = "(() => {
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

fn settle_at(page: &Page<'_>, (width, height): (u32, u32)) {
    page.resize(width, height);
    page.settle();
    page.settle();
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_soldier_fits_into_every_window() {
    // One browser for pages that are opened in that size, one for a page that is made that size.
    let browsers = [Browser::start(), Browser::start()];
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
        assert_eq!(page.complaints(), [Value::Null; 0]);
    }
    assert_eq!(turned.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_the_person_looks_at_stays_when_the_window_changes() {
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}#tick=37", soldier().0.display()), 1280, 800);
    page.click("#fit");
    settle_at(&page, (800, 600));
    assert_eq!(are_seen(&page, &(0..11).collect::<Vec<_>>()), true, "all of it was shown, and is");
    // The user selects a node, and the page scrolls to it.
    page.click("#follow");
    settle_at(&page, (500, 700));
    page.press("/");
    page.type_text("attack");
    page.press("Enter");
    page.wait_until(
        "document.querySelector('[aria-selected=true]').getBoundingClientRect().right < innerWidth",
    );
    page.rest();
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_buttons_of_a_live_page_have_room() {
    let program = Program::start(true, Duration::from_millis(4));
    assert!(program.goes_on(20));
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.click("#live-pause");
    page.wait_until("document.getElementById('live-state').textContent.includes('paused')");
    for size in SIZES {
        settle_at(&page, size);
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
    // The program does not end while it is paused and the page is open.
    page.click("#live-pause");
    page.wait_until("document.getElementById('live-state').textContent.includes('live')");
    program.end();
}

fn open<'a>(browser: &'a Browser, recording: &Recording, name: &str) -> Page<'a> {
    let path = directory().join(name);
    recording.save_page(&path).expect("the folder for pages can be written");
    browser.open(&format!("file://{}", path.display()), 1280, 800)
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn much_of_everything_spoils_nothing() {
    let browser = Browser::start();
    let page = open(&browser, &extreme::recording(), "extreme.html");
    let deepest = extreme::LEVELS - 1;
    assert_eq!(page.read("document.getElementById('agent').options.length"), extreme::AGENTS);
    for size in SIZES {
        page.press("Home");
        settle_at(&page, size);
        page.rest();
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
        assert_eq!(are_seen(&page, &[deepest]), true, "{size:?}");
        page.press("End");
        page.rest();
        page.screenshot(&directory().join(format!("extreme-{}x{}.png", size.0, size.1)));
        assert_eq!(are_seen(&page, &[deepest + 1]), true, "{size:?}");
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
    }
    let rows = "document.querySelectorAll('#board li').length";
    assert!(page.read(rows).as_u64() > Some(extreme::FIELDS as u64), "nested ones have parts");
    assert_eq!(page.text("#only-changed"), format!("{} changed", extreme::FIELDS - 2));
    page.press("PageDown");
    assert_eq!(page.read("document.getElementById('agent').selectedIndex"), 1);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
