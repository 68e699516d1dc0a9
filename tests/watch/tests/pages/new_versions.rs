//! A loaded tree takes a new version: the page goes on with it, and says where it begins.

use crate::pages::directory;
use crate::shown::{read_states, states_at};
use browser::{Browser, Page};
use bt_core::behavior_tree;
use bt_core::files::{Loaded, Trees};
use bt_watch::live::Live;
use bt_watch::record::{AgentId, Recorder};
use serde_json::Value;

behavior_tree! {
    vocabulary Words(number: &mut u32) {
        condition Below(limit: u32) => *number < limit;
        action Count => *number += 1;
    }
}

const FIRST: &str = "tree Guard {\n    active_selector {\n        condition Below(limit = 0);\n        running;\n    }\n}\n";
const SECOND: &str = "tree Guard {\n    sequence { action Count; action Count; condition Below(limit = 9); running; }\n}\n";

fn load(name: &str, text: &str) -> Trees<Words> {
    let path = directory().join(name);
    std::fs::write(&path, text).expect("the folder for pages can be written");
    Words::load(path).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn renew(trees: &mut Trees<Words>, guard: &mut Loaded<Words>, number: &mut u32) {
    trees.reload(SECOND).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(guard.renew(trees, number));
}

fn has_name(page: &Page<'_>, name: &str) {
    page.wait_until(&format!("document.getElementById('tree-name').textContent === '{name}'"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_goes_from_version_to_version() {
    let mut trees = load("versions.tree", FIRST);
    let mut guard = trees.tree("Guard").expect("the tree");
    let (mut recorder, mut number) = (Recorder::with_capacity(100_000), 0);
    let agent = recorder.agent_of("Ada", &guard);
    for moment in 0..8 {
        if moment == 3 {
            renew(&mut trees, &mut guard, &mut number);
        }
        recorder.next_moment();
        recorder.tick_with_snapshot(agent, &mut guard, &mut number);
    }
    let recording = recorder.recording();
    let path = directory().join("versions.html");
    recording.save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);

    let versions = [agent, recorder.current(agent)];
    assert_eq!(versions, [0, 1].map(AgentId::new));
    for moment in 0..8 {
        let version = usize::from(moment >= 3);
        has_name(&page, ["Guard", "Guard, version from tick 4 on"][version]);
        let agent = recording.agent(versions[version]).expect("it was recorded");
        assert_eq!(read_states(&page), states_at(agent, moment), "moment {moment}");
        assert_eq!(page.read("document.getElementById('agent').value"), "0");
        page.press("ArrowRight");
    }
    page.click("#node-4 .box");
    let line = page.text("#detail-line");
    assert!(line.starts_with("line 2 of ") && line.ends_with("versions.tree"), "{line}");
    let options = "[...document.getElementById('agent').options].map((option) => option.text)";
    assert_eq!(page.read(options), serde_json::json!(["Ada"]));
    page.run("location.hash = 'tick=2&agent=Ada'");
    page.wait_until("document.getElementById('tick').value === '2'");
    has_name(&page, "Guard");
    page.run("location.hash = 'tick=6&agent=Ada'");
    page.wait_until("document.getElementById('tick').value === '6'");
    has_name(&page, "Guard, version from tick 4 on");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The versions of an agent are on the timeline, and the list has each agent once.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_list_of_agents_does_not_grow_with_versions() {
    let mut trees = load("many_versions.tree", FIRST);
    let (mut recorder, mut number) = (Recorder::with_capacity(100_000), 0);
    let mut guards = [(); 3].map(|()| trees.tree("Guard").expect("the tree"));
    let names = ["Ada", "Bob", "Cid"];
    let agents = [0, 1, 2].map(|place| recorder.agent_of(names[place], &guards[place]));
    for moment in 0..8 {
        recorder.next_moment();
        for (agent, guard) in agents.iter().zip(&mut guards) {
            if let Some(text) = [(2, SECOND), (5, FIRST)].iter().find(|(of, _)| *of == moment) {
                trees.reload(text.1).unwrap_or_else(|mistakes| panic!("{mistakes}"));
                assert!(guard.renew(&trees, &mut number));
            }
            recorder.tick_with_snapshot(*agent, guard, &mut number);
        }
    }
    let path = directory().join("many_versions.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}#tick=8", path.display()), 1280, 800);
    let options = "[...document.getElementById('agent').options].map((option) => option.text)";
    assert_eq!(page.read(options), serde_json::json!(names));
    let shows = |agent: usize| {
        has_name(&page, "Guard, version from tick 6 on");
        page.wait_until(&format!("document.getElementById('agent').selectedIndex === {agent}"));
        page.wait_until("document.getElementById('tick').value === '8'");
    };
    shows(0);
    for agent in [1, 2, 2] {
        page.press("PageDown");
        shows(agent);
    }
    page.press("PageUp");
    shows(1);
    page.run("document.getElementById('agent').selectedIndex = 0");
    page.run("document.getElementById('agent').dispatchEvent(new Event('change'))");
    shows(0);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_live_page_follows_a_new_version() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let mut trees = load("live_versions.tree", FIRST);
    let mut guard = trees.tree("Guard").expect("the tree");
    let mut number = 0;
    let agent = live.agent_of("Ada", &guard);
    live.tick(agent, &mut guard, &mut number);
    live.next_moment();
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    has_name(&page, "Guard");
    renew(&mut trees, &mut guard, &mut number);
    for _ in 0..3 {
        live.tick(agent, &mut guard, &mut number);
        live.next_moment();
    }
    has_name(&page, "Guard, version from tick 2 on");
    page.wait_until("document.getElementById('tick').value >= 4");
    page.run("document.getElementById('to-first').click()");
    has_name(&page, "Guard");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
