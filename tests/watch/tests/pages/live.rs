//! The live page in one browser and in two.

use crate::example;
use crate::pages::{self, open_pausable};
use crate::program;
use crate::program::Program;
use crate::shown::{read_states, states_at};
use browser::{Browser, Page, wait_until};
use bt_core::behavior_tree;
use bt_watch::live::Live;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(4);

/// The number of the tick that the page shows, and its contents, read at once.
fn seen(page: &Page<'_>) -> (u64, Vec<String>) {
    page.settle();
    let tick = page.read("Number(document.getElementById('tick').value)");
    (tick.as_u64().expect("a tick has a number"), read_states(page))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn two_browsers_follow_a_program() {
    let program = Program::start(false, PAUSE);
    assert!(program.goes_on(20));
    let browsers = [Browser::start(), Browser::start()];
    let pages = browsers.each_ref().map(|browser| browser.open(&program.url, 1280, 800));
    for page in &pages {
        page.wait_until("document.getElementById('live-state').textContent === '● live'");
        let first = seen(page).0;
        page.wait_until(&format!("document.getElementById('tick').value > {}", first + 50));
        assert_eq!(page.read("document.getElementById('live-pause').hidden"), true);
        // A page that shows another tick keeps showing it.
        page.press("ArrowLeft");
    }
    let there = pages.each_ref().map(|page| seen(page));
    thread::sleep(Duration::from_millis(400));
    assert_eq!(pages.each_ref().map(|page| seen(page)), there);

    let recording = program.end();
    let agent = recording.agents().next().expect("the guard was recorded");
    for (tick, states) in there {
        assert_eq!(states, states_at(agent, tick - 1), "tick {tick}");
    }
    for page in &pages {
        page.wait_until("document.getElementById('live-state').textContent === '○ no answer'");
        page.wait_until("document.getElementById('live-state').title.includes('Start it again: this page goes on')");
        page.press("End");
        let (tick, states) = seen(page);
        assert_eq!(states, states_at(agent, tick - 1), "tick {tick}");
        // The only errors are about the server that has ended.
        assert!(page.complaints().iter().all(|complaint| complaint["method"] == "Log.entryAdded"));
    }
}

behavior_tree! {
    tree Dog(barks: &mut u32) {
        'bark: action *barks += 1;
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn an_agent_with_a_new_tree_joins_while_the_page_is_open() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let guard = live.agent::<program::Guard>("guard");
    let (mut tree, mut npc) = (program::Guard::new(), program::Npc::default());
    live.tick(guard, &mut tree, &mut npc);
    live.next_moment();
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    let dog = live.agent::<Dog>("dog");
    let (mut tree, mut barks) = (Dog::new(), 0);
    for _ in 0..5 {
        live.tick(dog, &mut tree, &mut barks);
    }
    page.wait_until("document.getElementById('agent').options.length === 2");
    page.run("document.getElementById('agent').value = '1'");
    page.run("document.getElementById('agent').dispatchEvent(new Event('change'))");
    page.wait_until("document.getElementById('tree-name').textContent === 'Dog'");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_restarted_program_is_shown_from_its_beginning() {
    let program = Program::start(false, Duration::from_millis(20));
    assert!(program.goes_on(5));
    let browser = Browser::start();
    let page = browser.open(&program.url, 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    // The next run soon has more moments than the run before, so their number alone does not distinguish
    // the runs.
    let program = program.restart(Duration::ZERO);
    page.wait_for_load();
    page.wait_until("document.getElementById('live-state')?.textContent === '● live'");
    program.end();
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_is_paused_and_moved_on() {
    let program = Program::start(true, PAUSE);
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.click("#live-pause");
    page.wait_until("document.getElementById('live-state').textContent === '❚❚ paused'");
    assert!(program.stands_still());
    // A moment is recorded shortly before the tick is counted.
    let shown = || page.read("Number(document.getElementById('tick').value)");
    assert!(wait_until(|| shown() == program.ticks()));
    let ticks = program.ticks();

    for step in 1..=3 {
        page.press("s");
        assert!(wait_until(|| program.ticks() >= ticks + step && shown() == program.ticks()));
        assert_eq!(program.ticks(), ticks + step);
    }
    page.press("p");
    assert!(program.goes_on(20));
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    assert_eq!(page.complaints(), [Value::Null; 0]);
    program.end();
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_breakpoint_stops_the_program_where_something_changes() {
    let program = Program::start(true, PAUSE);
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.click("#node-2 .box");
    page.click("#breakpoint");
    page.wait_until("document.querySelector('#node-2 .breakpoint')");
    let shown = "[document.getElementById('live-state').textContent, Number(document.getElementById('tick').value)]";
    let (mut stops, mut last) = (Vec::new(), 0);
    while stops.len() < 3 {
        // The program stops in a tick, which is not counted yet.
        let stop = || program.ticks() + 1;
        let stopped =
            wait_until(|| stop() > last && page.read(shown) == json!(["❚❚ paused", stop()]));
        assert!(stopped, "{}", page.read(shown));
        last = stop();
        page.settle();
        let health = page.text("#board [data-path='[\"health\"]'] .value");
        let state = page.read("document.getElementById('node-2').dataset.state");
        stops.push(json!([health, state]));
        if stops.len() < 3 {
            page.press("p");
        }
    }
    page.screenshot(&pages::directory().join("live-stopped.png"));
    let low = json!(["19", "success"]);
    let high = json!(["20", "failure"]);
    let (low_first, high_first) = ([&low, &high, &low], [&high, &low, &high]);
    assert!(stops.iter().eq(low_first) || stops.iter().eq(high_first), "{stops:?}");
    page.press("b");
    page.wait_until("document.querySelector('#node-2 .breakpoint') === null");
    page.press("p");
    assert!(program.goes_on(60));
    assert_eq!(page.complaints(), [Value::Null; 0]);
    program.end();
}

/// The running example; dropping it ends the program.
struct Soldier(Child);

impl Drop for Soldier {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_soldier_is_stopped_where_it_flees() {
    let program = example::command("examples/soldier").arg("--live").stdout(Stdio::piped()).spawn();
    let mut soldier = Soldier(program.expect("it runs"));
    let output = soldier.0.stdout.take().expect("it is piped");
    let line = BufReader::new(output).lines().next().expect("it says where to watch it");
    let line = line.expect("it says that in UTF-8");
    let url = line.strip_prefix("watch it at ").expect("it says where to watch it");

    let browser = Browser::start();
    let page = browser.open(url, 1280, 800);
    page.wait_until("document.querySelector('#node-4 .box')");
    page.click("#node-4 .box");
    page.wait_until("!document.getElementById('breakpoint').hidden");
    page.press("b");
    page.wait_until("document.querySelector('#node-4 .breakpoint')");
    page.wait_until("document.getElementById('live-state').textContent === '❚❚ paused'");
    page.wait_until("document.querySelector('#node-4').dataset.state !== 'idle'");
    assert_eq!(page.text("#detail-name"), "flee");
    assert!(page.read("document.querySelectorAll('#board li').length").as_u64() > Some(5));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_that_is_opened_early_shows_the_first_agent() {
    let mut live = Live::start().expect("the system lets it listen");
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    for key in ["ArrowDown", "Enter", "]", "v", "0", "a", "u", "End"] {
        page.press(key);
    }
    assert_eq!(page.read("document.querySelector('#node-0 .title').textContent"), "no agent yet");
    page.run("window.stays = true");
    let (mut dog, mut barks) = (Dog::new(), 0);
    let agent = live.agent::<Dog>("Rex");
    live.tick(agent, &mut dog, &mut barks);
    live.next_moment();
    page.wait_until("document.querySelector('#node-0')?.dataset.state === 'success'");
    assert_eq!(page.text("#tree-name"), "Dog");
    assert_eq!(page.read("window.stays"), true);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
