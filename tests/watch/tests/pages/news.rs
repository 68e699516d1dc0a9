//! New data on a live page, and moments that the page has missed.

use crate::pages;
use crate::program::{Guard, Npc, Program};
use crate::shown::{read_states, states_at};
use browser::{Browser, Page};
use bt_core::behavior_tree;
use bt_watch::live::Live;
use bt_watch::record::AgentId;
use serde::Serialize;
use serde_json::Value;
use std::time::{Duration, Instant};

#[derive(Default, Serialize)]
struct Diary {
    day: u64,
    /// Many texts, different ones on each day; the page shows the first of them, which are short.
    notes: Vec<String>,
}

behavior_tree! {
    tree Writer(diary: &mut Diary) {
        active_selector {
            'rest: sequence { condition diary.day % 7 == 0; running; }
            'write: running;
        }
    }
}

/// A program that records so much each day that its recorder soon drops the oldest days.
struct Days {
    live: Live,
    writer: AgentId,
    tree: Writer,
    diary: Diary,
}

impl Days {
    fn start() -> Self {
        let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
        let writer = live.agent::<Writer>("writer");
        Self { live, writer, tree: Writer::new(), diary: Diary::default() }
    }

    fn pass(&mut self, days: u64) {
        for _ in 0..days {
            self.diary.day += 1;
            let note = format!("{} ", self.diary.day).repeat(10_000);
            self.diary.notes = vec![String::new(); 400];
            self.diary.notes.resize(408, note);
            self.live.tick_with_snapshot(self.writer, &mut self.tree, &mut self.diary);
        }
    }
}

/// The number of events of this kind at the selected node.
fn count(page: &Page<'_>, what: &str) -> u64 {
    let count = page.text(&format!("#detail-counts [data-count={what}]"));
    count.parse().expect("a count is a number")
}

fn wait_for_tick(page: &Page<'_>, tick: u64) {
    page.wait_until(&format!("document.getElementById('tick').value == {tick}"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_is_added_to_a_moment_is_shown() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let guard = live.agent::<Guard>("guard");
    let (mut tree, mut npc) = (Guard::new(), Npc::default());
    live.tick(guard, &mut tree, &mut npc);
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    for tick in 2..=70 {
        live.tick(guard, &mut tree, &mut npc);
        if tick % 10 == 0 {
            wait_for_tick(&page, tick);
        }
    }
    page.wait_until("document.getElementById('node-1').dataset.state === 'running'");
    live.abort(guard, &mut tree, &mut npc);
    page.wait_until("document.getElementById('node-1').dataset.state === 'aborted'");
    npc.health = 50;
    for _ in 0..3 {
        live.tick(guard, &mut tree, &mut npc);
    }
    wait_for_tick(&page, 73);
    page.click("#node-1 .box");
    let recording = live.recording();
    let agent = recording.agent(guard).expect("it was added");
    for tick in (66..=73).rev() {
        wait_for_tick(&page, tick);
        page.settle();
        assert_eq!(read_states(&page), states_at(agent, tick - 1), "tick {tick}");
        assert_eq!(count(&page, "ticked"), tick);
        page.press("ArrowLeft");
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_was_missed_is_marked_and_what_is_behind_it_is_true() {
    let mut days = Days::start();
    // An agent that always rests, and was once told to flee.
    let guard = days.live.agent::<Guard>("guard");
    let (mut tree, mut npc) = (Guard::new(), Npc::default());
    days.live.tick_with_snapshot(guard, &mut tree, &mut npc);
    days.pass(3);
    let browser = Browser::start();
    let page = browser.open(&days.live.url(), 1280, 800);
    wait_for_tick(&page, 3);
    page.run("window.kept = window.fetch; window.fetch = () => Promise.reject(new Error('lost'))");
    page.wait_until("document.getElementById('live-state').textContent === '○ no answer'");
    days.pass(60);
    page.run("window.fetch = window.kept");
    wait_for_tick(&page, 63);
    page.screenshot(&pages::directory().join("live-gap.png"));
    let recording = days.live.recording();
    let first = recording.moments().start + 1;
    assert!(first > 10, "there is a gap before tick {first}");
    let agent = recording.agent(days.writer).expect("it was added");
    for tick in (first..=63).rev() {
        page.settle();
        assert_eq!(read_states(&page), states_at(agent, tick - 1), "tick {tick}");
        let day = page.text("#board [data-path='[\"day\"]'] .value");
        assert_eq!(day, tick.to_string());
        page.press("ArrowLeft");
    }
    wait_for_tick(&page, first - 1);
    assert!(page.text(".story").to_lowercase().contains("not recorded"));
    page.run("document.getElementById('agent').value = '1'");
    page.run("document.getElementById('agent').dispatchEvent(new Event('change'))");
    page.press("End");
    page.wait_until("document.getElementById('node-1').dataset.state === 'running'");
    assert_eq!(page.text("#board [data-path='[\"health\"]'] .value"), "0");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_does_not_grow_for_ever() {
    let mut days = Days::start();
    days.pass(2);
    let browser = Browser::start();
    let page = browser.open(&days.live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    page.click("#node-0 .box");
    let first = "Number(/of (\\d+)/.exec(document.getElementById('tick-range').textContent)[1])";
    // A day has 240 to 320 KB, so a page keeps far fewer than a thousand days.
    while page.read(first) == 1 {
        assert!(days.diary.day < 1000, "it keeps all");
        days.pass(10);
        let tick = days.diary.day;
        wait_for_tick(&page, tick);
    }
    let tick = days.diary.day;
    page.press("End");
    wait_for_tick(&page, tick);
    // Dropped ticks are still counted.
    assert_eq!(count(&page, "ticked"), tick);
    page.press("Home");
    page.settle();
    assert_eq!(page.read("Number(document.getElementById('tick').value)"), page.read(first));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// How long a paused program waits for a page that has said goodbye.
const RETURN: Duration = Duration::from_secs(2);
const HIDDEN_PATIENCE: Duration = Duration::from_secs(90);

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_goes_on_when_its_page_is_closed() {
    let program = Program::start(true, Duration::from_millis(4));
    let browser = Browser::start();
    let page = browser.open(&program.url, 1280, 800);
    let state = "document.getElementById('live-state').textContent";
    let pause = || {
        page.wait_until("document.getElementById('live-pause').checkVisibility()");
        page.seem_hidden();
        if page.read(state) != "❚❚ paused" {
            page.click("#live-pause");
            page.wait_until(&format!("{state} === '❚❚ paused'"));
        }
    };
    pause();
    assert!(program.stands_still());
    // A page that is reloaded counts as the same page, if the machine is not too busy.
    let begin = Instant::now();
    page.run("setTimeout(() => location.reload(), 0)");
    page.wait_for_load();
    page.wait_until(&format!("{state} !== ''"));
    let is_soon = begin.elapsed() < RETURN;
    let stands_still = program.stands_still();
    assert!(stands_still || !is_soon || begin.elapsed() > Live::PATIENCE);
    pause();
    let begin = Instant::now();
    page.run("setTimeout(() => location.replace('about:blank'), 0)");
    assert!(program.goes_on(2));
    assert!(begin.elapsed() < HIDDEN_PATIENCE, "{:?}", begin.elapsed());
    program.end();
}
