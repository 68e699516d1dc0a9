//! The live page: it follows a program, pauses it and stops it, and shows what it has missed.

use crate::access::{SIZES, SPOILED, settle_at};
use crate::program::{Guard, Npc, Program};
use crate::shown::{assert_content, command, directory, open_pausable, read_states, states_at};
use browser::{Browser, Page, wait_until};
use bt_core::behavior_tree;
use bt_core::files::Trees;
use bt_watch::live::{Live, Part};
use bt_watch::record::AgentId;
use serde::Serialize;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(4);

pub(crate) const PAUSED: &str = "document.getElementById('live-state').textContent === '❚❚ paused'";
const LIVE: &str = "document.getElementById('live-state').textContent === '● live'";

/// The number of the tick that the page shows, and its contents, read at once.
fn seen(page: &Page<'_>) -> (u64, Vec<String>) {
    page.settle();
    let tick = page.read("Number(document.getElementById('tick').value)");
    (tick.as_u64().expect("a tick has a number"), read_states(page))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn two_browsers_follow_a_program_and_the_one_that_is_started_again() {
    let program = Program::start(false, PAUSE);
    assert!(program.goes_on(20));
    let browsers = [Browser::start(), Browser::start()];
    let pages = browsers.each_ref().map(|browser| browser.open(&program.url, 1280, 800));
    for page in &pages {
        page.wait_until(LIVE);
        let first = seen(page).0;
        page.wait_until(&format!("document.getElementById('tick').value > {}", first + 50));
        assert_eq!(page.read("document.getElementById('live-pause').hidden"), true);
        // A page that shows another tick keeps showing it.
        page.press("ArrowLeft");
    }
    let there = pages.each_ref().map(|page| seen(page));
    // More has come meanwhile, and is not shown.
    for page in &pages {
        let end = "Number(/–(\\d+)/.exec(document.getElementById('tick-range').textContent)[1])";
        let before = page.read(end);
        page.wait_until(&format!("{end} > {before} + 20"));
    }
    assert_eq!(pages.each_ref().map(|page| seen(page)), there);

    let (url, recording) = (program.url.clone(), program.end());
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
    // The next run has other moments.
    let program = Program::start_at(&url, Duration::from_millis(20));
    for page in &pages {
        page.wait_for_load();
        page.wait_until(LIVE);
    }
    assert!(program.goes_on(3));
    program.end();
}

behavior_tree! {
    tree Dog(barks: &mut u32) {
        'bark: action *barks += 1;
    }

    vocabulary Words(number: &mut u32) {
        condition Below(limit: u32) => *number < limit;
        action Count => *number += 1;
    }
}

const FIRST: &str = "tree Cat { active_selector { sequence { condition Below(limit = 0); action Count; } running; } }\n";
const SECOND: &str = "tree Cat {\n    sequence { action Count; action Count; condition Below(limit = 9); running; }\n}\n";

fn has_name(page: &Page<'_>, name: &str) {
    page.wait_until(&format!("document.getElementById('tree-name').textContent === '{name}'"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_that_is_opened_early_shows_whoever_comes() {
    let mut live = Live::start().expect("the system lets it listen");
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until(LIVE);
    assert_eq!(page.read("document.querySelector('#node-0 .title').textContent"), "no agent yet");
    page.run("window.stays = true");
    let (mut dog, mut barks) = (Dog::new(), 0);
    let rex = live.agent::<Dog>("Rex");
    live.tick(rex, &mut dog, &mut barks);
    live.next_moment();
    page.wait_until("document.querySelector('#node-0')?.dataset.state === 'success'");
    assert_eq!(page.text("#tree-name"), "Dog");

    // Another one joins, whose tree is loaded, and takes a new version.
    let file = directory().join("live_versions.tree");
    std::fs::write(&file, FIRST).expect("the folder for pages can be written");
    let mut trees: Trees<Words> = Words::load(file).unwrap_or_else(|error| panic!("{error}"));
    let (mut cat, mut number) = (trees.tree("Cat").expect("the tree"), 0);
    let tom = live.agent_of("Tom", &cat);
    live.tick(tom, &mut cat, &mut number);
    live.next_moment();
    page.wait_until("document.getElementById('agent').options.length === 2");
    page.run("document.getElementById('agent').value = '1'");
    page.run("document.getElementById('agent').dispatchEvent(new Event('change'))");
    has_name(&page, "Cat");
    trees.reload(SECOND).unwrap_or_else(|error| panic!("{error}"));
    assert!(cat.renew(&trees, &mut number));
    for _ in 0..3 {
        live.tick(tom, &mut cat, &mut number);
        live.next_moment();
    }
    has_name(&page, "Cat, version from tick 3 on");
    page.wait_until("document.getElementById('tick').value >= 5");
    page.run("location.hash = 'tick=3&agent=Tom&node=4'");
    page.wait_until("document.getElementById('tick').value === '3'");
    page.wait_until(
        "document.getElementById('detail-line').textContent.endsWith('live_versions.tree')",
    );
    assert!(page.text("#detail-line").starts_with("line 2 of "));
    page.click("#to-first");
    has_name(&page, "Cat");

    // The program says what would let a node run.
    page.run("location.hash = 'tick=2&agent=Tom&node=3'");
    page.wait_until("document.getElementById('why-not').checkVisibility()");
    assert_eq!(page.read("document.getElementById('ask-why').hidden"), true);
    live.let_ask(|_, agent, moment, node| {
        let text = format!(" of agent {} runs after moment {moment}", agent.index());
        [Part::Name(node), Part::Text(text)].into()
    });
    live.next_moment();
    page.wait_until("!document.getElementById('ask-why').hidden");
    page.run("document.getElementById('ask-why').click()");
    page.wait_until("document.getElementById('would').textContent !== ''");
    let answer = "Count of agent 1 runs after moment 1";
    assert_eq!(page.read("document.getElementById('would').textContent"), answer);
    assert_eq!(page.read("window.stays"), true);
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_is_paused_moved_on_stopped_and_left() {
    let program = Program::start(true, PAUSE);
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.click("#live-pause");
    page.wait_until(PAUSED);
    assert!(program.stands_still());
    // A moment is recorded shortly before the tick is counted.
    let shown = || page.read("Number(document.getElementById('tick').value)");
    assert!(wait_until(|| shown() == program.ticks()));
    let ticks = program.ticks();

    for size in SIZES {
        settle_at(&page, size);
        assert_eq!(page.read(SPOILED), json!([]), "{size:?}");
    }
    page.resize(1280, 800);
    for step in 1..=3 {
        page.press("s");
        assert!(wait_until(|| program.ticks() >= ticks + step && shown() == program.ticks()));
        assert_eq!(program.ticks(), ticks + step);
    }
    page.press("p");
    assert!(program.goes_on(20));
    page.wait_until(LIVE);

    // It stops where a result changes.
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
    page.screenshot(&directory().join("live-stopped.png"));
    let low = json!(["19", "success"]);
    let high = json!(["20", "failure"]);
    let (low_first, high_first) = ([&low, &high, &low], [&high, &low, &high]);
    assert!(stops.iter().eq(low_first) || stops.iter().eq(high_first), "{stops:?}");
    page.press("b");
    page.wait_until("document.querySelector('#node-2 .breakpoint') === null");
    page.press("p");
    assert!(program.goes_on(60));
    assert_content(&page);
    goes_on_when_its_page_is_closed(&program, &page);
    program.end();
}

/// How long a paused program waits for a page that has said goodbye.
const RETURN: Duration = Duration::from_secs(2);
const HIDDEN_PATIENCE: Duration = Duration::from_secs(90);

fn goes_on_when_its_page_is_closed(program: &Program, page: &Page<'_>) {
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
    let program = command("examples/soldier").arg("--live").stdout(Stdio::piped()).spawn();
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
    page.wait_until(PAUSED);
    page.wait_until("document.querySelector('#node-4').dataset.state !== 'idle'");
    assert_eq!(page.text("#detail-name"), "flee");
    assert!(page.read("document.querySelectorAll('#board li').length").as_u64() > Some(5));
    assert_content(&page);
}

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

fn wait_for_tick(page: &Page<'_>, tick: u64) {
    page.wait_until(&format!("document.getElementById('tick').value == {tick}"));
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
    page.screenshot(&directory().join("live-gap.png"));
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
    assert_content(&page);
}
