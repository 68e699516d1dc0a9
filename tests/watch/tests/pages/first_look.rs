//! The first view of a page: the whole tree, the activity of the agent over time, and a blackboard
//! without long lists.

use crate::large;
use crate::pages::directory;
use browser::{Browser, Page};
use bt_core::{Status, behavior_tree};
use bt_watch::record::{Recorder, Recording};
use serde::Serialize;
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;

fn open<'a>(browser: &'a Browser, recording: &Recording, name: &str, place: &str) -> Page<'a> {
    let path = directory().join(name);
    recording.save_page(&path).expect("the folder for pages can be written");
    browser.open(&format!("file://{}{place}", path.display()), 1280, 800)
}

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

/// The texts and the rectangles that the timeline draws.
fn drawn(page: &Page<'_>) -> (Vec<String>, Vec<[f64; 4]>) {
    page.run(
        "window.texts = []; window.rectangles = [];
         window.canvas = CanvasRenderingContext2D.prototype;
         for (const [name, note] of [['fillText', (text) => texts.push(text)],
                                     ['fillRect', (...all) => rectangles.push(all)]]) {
             const draw = canvas[name];
             canvas[name] = function (...all) { note(...all); return draw.apply(this, all); };
         }",
    );
    page.resize(1270, 800);
    page.wait_until("texts.length > 0");
    page.rest();
    let text = |text: &Value| text.as_str().expect("a text").to_owned();
    let texts = page.read("texts").as_array().expect("a list").iter().map(text).collect();
    let number = |number: &Value| number.as_f64().expect("a number");
    let rectangles = page.read("rectangles");
    let rectangles = rectangles.as_array().expect("a list").iter();
    let sides = |all: &Value| std::array::from_fn(|place| number(&all[place]));
    (texts, rectangles.map(sides).collect())
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_first_view_is_the_whole_tree() {
    let recording = large::recording(37, 60);
    let browser = Browser::start();
    let page = open(&browser, &recording, "first-whole.html", "");
    assert_eq!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    // A tree that was too small becomes large enough.
    page.resize(1280, 300);
    page.rest();
    assert_ne!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    page.resize(1280, 800);
    page.rest();
    assert_eq!(unseen(&page, &(0..37).collect::<Vec<_>>()), json!([]));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_that_is_too_large_begins_with_the_root_and_what_runs() {
    let recording = large::recording(1_000, 60);
    let agent = recording.agents().next().expect("somebody was recorded");
    let browser = Browser::start();
    let page = open(&browser, &recording, "first-large.html", "");
    let active = |moment| agent.active_at(moment).iter().map(|it| it.index()).collect::<Vec<_>>();
    assert_eq!(unseen(&page, &active(0)), json!([]));
    let other = (1..60).find(|moment| active(*moment).last() != active(0).last());
    let other = other.expect("another leaf runs some time");
    page.run(&format!("location.hash = '#tick={}'", other + 1));
    page.wait_until(&format!("document.getElementById('tick').value == {}", other + 1));
    page.rest();
    let leaf = active(other).pop().expect("something runs");
    assert_eq!(unseen(&page, &[leaf]), json!([]), "it is unfolded");
    page.click("#fit");
    assert_eq!(page.read("document.getElementById('tree').classList.contains('far')"), false);
    page.click("#fit");
    assert_eq!(unseen(&page, &(0..1_000).collect::<Vec<_>>()), json!([]), "all of it on demand");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The time from the beginning of the navigation until the page has been drawn; the shortest of several.
fn opened(browser: &Browser, url: &str) -> f64 {
    let time = |_| {
        let page = browser.open(url, 1280, 800);
        let first = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        page.wait_until(&format!("{first} > 0"));
        let ends = "Math.max(performance.getEntriesByType('navigation')[0].loadEventEnd, FIRST)";
        page.read(&ends.replace("FIRST", first)).as_f64().expect("a number")
    };
    (0..4).map(time).fold(f64::INFINITY, f64::min)
}

/// How long it takes is printed and not asserted: that depends on the machine.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_graph_of_1000_nodes_is_opened() {
    let recording = large::recording(1_000, 60);
    let browser = Browser::start();
    let page = open(&browser, &recording, "opened.html", "");
    assert_eq!(page.read("document.querySelectorAll('#tree .node').length"), 1_000);
    // Only what can be seen is drawn.
    let drawn = page.read("[...document.querySelectorAll('#tree .node')].filter((one) => one.getAttribute('display') !== 'none').length");
    assert!(drawn.as_u64() < Some(300), "{drawn}");
    // The same elements without the script that makes them.
    let plain =
        page.read("document.documentElement.outerHTML.replace(/<script[^]*?<\\/script>/g, '')");
    let path = directory().join("plain.html");
    fs::write(&path, plain.as_str().expect("a text")).expect("it can be written");
    let plain = opened(&browser, &format!("file://{}", path.display()));
    let whole = opened(&browser, &format!("file://{}", directory().join("opened.html").display()));
    println!(
        "a graph of 1,000 nodes: {whole:.0} ms; its elements without the script: {plain:.0} ms"
    );
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_map_shows_where_the_visible_part_of_a_large_tree_is() {
    let recording = large::recording(1_000, 60);
    let browser = Browser::start();
    let page = open(&browser, &recording, "map.html", "");
    let is_shown = "document.getElementById('minimap').checkVisibility()";
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
    page.click("#fit");
    page.click("#fit");
    page.wait_until(&format!("!{is_shown}"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_was_found_stays_while_the_page_follows() {
    let recording = large::recording(1_000, 60);
    let agent = recording.agents().next().expect("somebody was recorded");
    let browser = Browser::start();
    let page = open(&browser, &recording, "first-search.html", "");
    let has_label = |node: &usize| agent.tree().nodes()[*node].label.is_some();
    let found = (0..1_000).rfind(has_label).expect("some nodes have labels");
    page.press("/");
    page.type_text(agent.tree().nodes()[found].name());
    page.press("Enter");
    for tick in 2..=60 {
        page.run("document.getElementById('forward').click()");
        page.wait_until(&format!("document.getElementById('tick').value == {tick}"));
    }
    page.rest();
    assert_eq!(unseen(&page, &[found]), json!([]));
    assert_eq!(page.read("document.getElementById('follow').ariaPressed"), "true");
    // Without the search, the page follows what runs.
    page.press("Escape");
    let runs = agent.active_at(59).last().expect("something runs").index();
    page.wait_until(&format!("document.querySelector('#node-{runs} .box')"));
    page.rest();
    assert_eq!(unseen(&page, &[runs]), json!([]));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[derive(Default, Serialize)]
struct Npc {
    time: Duration,
    place: (i32, f32),
    known: Vec<u32>,
    health: u32,
}

behavior_tree! {
    tree Guard(npc: &mut Npc) {
        active_selector {
            'flee: active_sequence {
                condition npc.health < 20;
                monitor { condition npc.health > 0; action Status::Running; }
            }
            'watch: sequence {
                action Status::Running;
            }
        }
    }
}

/// A guard that watches, rests for 20 moments, watches, flees, and watches again.
fn guard() -> Recording {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Guard>("Ada");
    let (mut tree, mut npc) = (Guard::new(), Npc { known: (0..20).collect(), ..Npc::default() });
    for moment in 0..60_u32 {
        recorder.next_moment();
        npc.health = if moment / 10 == 4 { 10 } else { 100 };
        npc.time = Duration::from_millis(u64::from(moment) * 500);
        npc.place.0 = i32::try_from(moment).expect("it is small");
        npc.known[7] = moment / 2;
        if !(10..30).contains(&moment) {
            recorder.tick_with_snapshot(agent, &mut tree, &mut npc);
        }
    }
    recorder.into_recording()
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn bars_have_labels_and_go_on_while_the_agent_rests() {
    let browser = Browser::start();
    let page = open(&browser, &guard(), "guard-bars.html", "");
    let (texts, rectangles) = drawn(&page);
    let bars: Vec<_> = texts.iter().filter(|text| *text == "watch" || *text == "flee").collect();
    assert_eq!(bars, ["watch", "flee", "watch"], "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("Status::Running")), "{texts:?}");
    let width = page.read("document.getElementById('timeline-canvas').clientWidth").as_f64();
    let width = width.expect("it has a width");
    let is_bar = |[_, top, _, height]: &&[f64; 4]| (top - 2.0).abs() + (height - 20.0).abs() < 0.1;
    let bars: Vec<_> = rectangles.iter().filter(is_bar).collect();
    let parts: Vec<_> =
        bars.iter().map(|[left, _, wide, _]| [left / width, wide / width]).collect();
    assert!(parts.len() % 3 == 0, "{parts:?}");
    assert!(parts[0][0].abs() < 0.01 && (parts[0][1] - 40.0 / 60.0).abs() < 0.01, "{parts:?}");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_axis_has_the_time_of_the_blackboard() {
    let browser = Browser::start();
    let page = open(&browser, &guard(), "guard-time.html", "#tick=41");
    let (texts, _) = drawn(&page);
    // The fortieth tick was at 19.5 seconds.
    assert!(texts.iter().any(|text| text == "40  0:19.500"), "{texts:?}");
    assert!(texts.iter().any(|text| text == "20"), "it rests, and nothing is known: {texts:?}");
    assert_eq!(page.text("#tick-time"), "0:20.000");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn long_lists_are_folded_and_pairs_take_one_row() {
    const ROWS: &str = "[...document.querySelectorAll('#board li')].map((row) => [
        JSON.parse(row.dataset.path).join('.'), row.querySelector('.value').textContent,
        row.querySelector('.before').textContent])";
    let browser = Browser::start();
    let page = open(&browser, &guard(), "guard-board.html", "#tick=5");
    let of = |key: &str| format!("{ROWS}.filter(([path]) => path.startsWith('{key}'))");
    assert_eq!(page.read(&of("place")), json!([["place", "[4,0]", "[3,0]"]]));
    assert_eq!(page.read(&of("known")), json!([["known", "", ""]]));
    let fold = "[data-path='[\"known\"]'] .parts";
    assert_eq!(page.text(fold), "▸ 20 entries, 1 changed");
    page.press("d");
    assert_eq!(page.read(&of("known")), json!([["known.7", "2", "1"]]), "only what changed");
    page.press("d");
    page.click(fold);
    page.settle();
    assert_eq!(page.read(&format!("{}.length", of("known"))), 21);
    page.press("ArrowRight");
    page.press("ArrowRight");
    assert_eq!(page.text(fold), "▾ 20 entries");
    assert_eq!(page.read(&format!("{}.length", of("known"))), 21, "it stays open");
    page.click(fold);
    page.settle();
    assert_eq!(page.read(&format!("{}.length", of("known"))), 1);
    page.click("[data-path='[\"place\"]'] .parts");
    page.settle();
    let parts = json!([["place", "", ""], ["place.0", "6", "5"], ["place.1", "0", ""]]);
    assert_eq!(page.read(&of("place")), parts);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn whatever_is_marked_as_aborted_is_listed() {
    let recording = guard();
    let browser = Browser::start();
    let page = open(&browser, &recording, "guard-aborted.html", "#tick=51");
    let listed = page.read(
        "[...document.querySelectorAll('#halted .go')].map((go) => Number(go.dataset.go)).sort()",
    );
    let marked = page.read(
        "[...document.querySelectorAll('.node[data-state=aborted]')]
            .map((node) => Number(node.dataset.node)).sort()",
    );
    let unlabelled = recording.trees()[0].nodes().iter();
    let monitor = unlabelled.clone().position(|node| node.name() == "monitor");
    assert!(marked.as_array().is_some_and(|all| all.contains(&json!(monitor))), "{marked}");
    assert_eq!(listed, marked);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
