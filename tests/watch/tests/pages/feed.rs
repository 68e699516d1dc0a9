//! Readers follow a running program, also one that panics, and the program does not wait for them.

use crate::program::{Guard, Npc, Program};
use crate::server::{OWN, ask};
use browser::{DEADLINE, wait_until};
use bt_core::observe::Mark;
use bt_core::{Action, End, Status, behavior_tree};
use bt_watch::live::Live;
use bt_watch::record::{AgentId, Recording};
use serde::Serialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The response to a page with this query.
fn told(url: &str, query: &str) -> Value {
    let (status, body) = ask(url, &format!("GET /recording?{query}"), OWN);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("it is JSON")
}

/// Sends the query until the response contains the wanted data.
fn told_at_last(url: &str, query: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let mut answer = Value::Null;
    let is_told = wait_until(|| {
        answer = told(url, query);
        is_it(&answer)
    });
    assert!(is_told, "{query}: it is never told");
    answer
}

fn recording(told: &Value) -> Recording {
    Recording::from_json(&told["recording"].to_string()).expect("it is a recording")
}

#[derive(Serialize)]
struct Bag {
    number: usize,
    items: Vec<usize>,
}

behavior_tree! {
    tree Walker(bag: &mut Bag) {
        active_selector {
            sequence { condition bag.number % 7 == 0; action bt_core::Status::Success; }
            running;
        }
    }
}

/// Many agents with full blackboards.
fn crowd(live: &mut Live, count: usize) -> Vec<(AgentId, Walker)> {
    (0..count).map(|number| (live.agent::<Walker>(format!("{number}")), Walker::new())).collect()
}

fn tick_all(live: &mut Live, crowd: &mut [(AgentId, Walker)], number: usize) {
    for (agent, tree) in crowd {
        let mut bag = Bag { number, items: (0..50).collect() };
        live.tick_with_snapshot(*agent, tree, &mut bag);
    }
}

/// Another test, next to the locks, checks that no tick waits for readers.
#[test]
fn readers_of_everything_are_answered_by_a_program_that_never_rests() {
    const READERS: usize = 4;
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let mut crowd = crowd(&mut live, 200);
    let (url, reading) = (live.url(), AtomicUsize::new(READERS));
    let read = || {
        for _ in 0..3 {
            assert_eq!(ask(&url, "GET /recording?after=-1", OWN).0, 200);
        }
        reading.fetch_sub(1, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        (0..READERS).for_each(|_| drop(scope.spawn(read)));
        let begin = Instant::now();
        let mut rounds = 0;
        while rounds < 30 || reading.load(Ordering::Relaxed) > 0 {
            assert!(begin.elapsed() < DEADLINE, "{rounds} rounds, and not all are answered");
            tick_all(&mut live, &mut crowd, rounds);
            rounds += 1;
        }
    });
}

#[test]
fn who_knows_everything_is_told_little() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let mut crowd = crowd(&mut live, 200);
    (0..5).for_each(|number| tick_all(&mut live, &mut crowd, number));
    let url = live.url();
    let all = told_at_last(&url, "after=-1", |told| told["recording"]["moments"] == 5);
    let open = &all["recording"]["open"];
    let know = format!("trees=1&agents=200&open={open}");
    assert_eq!(told(&url, &format!("after=3&{know}"))["recording"], Value::Null);
    tick_all(&mut live, &mut crowd, 5);
    live.next_moment();
    let more =
        told_at_last(&url, &format!("after=3&{know}"), |told| told["recording"] != Value::Null);
    let more = &more["recording"];
    assert_eq!((&more["trees"], &more["agents"]), (&Value::Array(vec![]), &Value::Array(vec![])));
}

#[test]
fn a_moment_that_goes_on_is_told_again() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let guard = live.agent::<Guard>("guard");
    let (mut tree, mut npc) = (Guard::new(), Npc::default());
    for _ in 0..3 {
        live.tick(guard, &mut tree, &mut npc);
    }
    let events = |told: &Value| {
        let recording = recording(told);
        let frame = recording.agent(guard).and_then(|agent| agent.frame_at(2)).expect("it ticked");
        frame.events().collect::<Vec<_>>()
    };
    let before = told_at_last(&live.url(), "after=-1", |told| told["recording"]["moments"] == 3);
    let open = before["recording"]["open"].as_u64().expect("the last moment goes on");
    live.abort(guard, &mut tree, &mut npc);
    let query = format!("after=1&open={open}");
    let after = told_at_last(&live.url(), &query, |told| told["recording"] != Value::Null);
    assert_ne!(after["recording"]["open"], open);
    let (before, after) = (events(&before), events(&after));
    assert!(after.starts_with(&before));
    assert!(after.contains(&(Guard::FLEE, Mark::Aborted)), "{after:?}");
}

/// The program adds moments after the reader has received some, so the reader gets them in several
/// parts.
#[test]
fn what_is_told_is_what_was_recorded() {
    const PARTS: i64 = 5;
    const MOMENTS: i64 = 100;
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let (url, guard) = (live.url(), live.agent::<Guard>("guard"));
    let (sender, acknowledged) = mpsc::channel();
    let program = thread::spawn(move || {
        let (mut tree, mut npc) = (Guard::new(), Npc::default());
        for _ in 0..PARTS {
            for moment in 0..MOMENTS {
                npc.health = u32::try_from(moment % 40).expect("it is small");
                live.tick_with_snapshot(guard, &mut tree, &mut npc);
            }
            acknowledged.recv().expect("the reader has it");
        }
        live.recording()
    });
    let mut parts = Vec::new();
    let mut after = -1;
    for part in 1..=PARTS {
        // The last moment is unfinished.
        while after < part * MOMENTS - 2 {
            let is_new = |told: &Value| told["recording"] != Value::Null;
            let told = told_at_last(&url, &format!("after={after}"), is_new);
            let open = u64::from(told["recording"]["open"] != Value::Null);
            let part = recording(&told);
            after = i64::try_from(part.moments().end - open).expect("it is small") - 1;
            parts.push(part);
        }
        sender.send(()).expect("the program goes on");
    }
    let whole = program.join().expect("it does not panic");
    let guard = whole.agents().next().expect("there is one");
    for part in &parts {
        let agent = part.agents().next().expect("there is one");
        for moment in part.moments() {
            let events = |frame: bt_watch::record::Frame<'_>| frame.events().collect::<Vec<_>>();
            assert_eq!(agent.frame_at(moment).map(events), guard.frame_at(moment).map(events));
            assert_eq!(agent.active_at(moment), guard.active_at(moment));
        }
    }
    assert!(parts.len() >= 5, "{} parts", parts.len());
}

#[test]
fn who_comes_back_late_is_told_what_is_true_then() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let mut crowd = crowd(&mut live, 20);
    // An agent that rests from the first moment on.
    let guard = live.agent::<Guard>("guard");
    let (mut tree, mut npc) = (Guard::new(), Npc::default());
    npc.health = 7;
    live.tick_with_snapshot(guard, &mut tree, &mut npc);
    (0..5).for_each(|number| tick_all(&mut live, &mut crowd, number));
    let url = live.url();
    told_at_last(&url, "after=-1", |told| told["recording"]["moments"] == 5);
    let mut number = 5;
    while live.recording().moments().start <= 10 {
        (0..50).for_each(|more| tick_all(&mut live, &mut crowd, number + more));
        number += 50;
    }
    let late = told_at_last(&url, "after=4&trees=2&agents=21", |told| {
        told["recording"]["first"].as_u64() > Some(10)
    });
    let late = &late["recording"];
    assert_eq!(late["agents"].as_array().map(Vec::len), Some(21), "all are told once more");
    assert_eq!(late["agents"][20]["blackboard"]["health"], 7);
    assert_eq!(late["agents"][20]["active"], serde_json::json!([3]));
    assert!(late["agents"][0]["blackboard"]["number"].as_u64() > Some(4));
}

const OWN_ORDER: &str = "Host: localhost\r\nContent-Length: 0\r\n";

/// Each waits as long as the program waits for a page, so they run in parallel.
#[test]
fn a_paused_program_waits_for_its_pages_and_for_nobody_else() {
    thread::scope(|scope| {
        scope.spawn(a_page_that_asks_is_waited_for);
        scope.spawn(others_are_not_waited_for);
        scope.spawn(a_page_in_the_background_is_waited_for);
    });
}

fn a_page_that_asks_is_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    let pause = || assert_eq!(ask(&program.url, "POST /pause?page=7", OWN_ORDER).0, 200);
    let (mut begin, mut asked) = (Instant::now(), Instant::now());
    pause();
    while begin.elapsed() < Live::PATIENCE + Duration::from_secs(1) {
        let now = Instant::now();
        let waits = told(&program.url, "after=0&page=7")["live"]["paused"] == true;
        if !waits {
            // A busy machine may delay the requests of the page.
            assert!(asked.elapsed() > Live::PATIENCE, "a page looks on");
            begin = now;
            pause();
        }
        asked = now;
        thread::sleep(Duration::from_millis(100));
    }
    let stands_still = program.stands_still();
    assert!(stands_still || asked.elapsed() > Live::PATIENCE, "a page looks on");
    assert_eq!(ask(&program.url, "POST /continue?page=7", OWN_ORDER).0, 200);
    program.end();
}

fn others_are_not_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    let begin = Instant::now();
    assert_eq!(ask(&program.url, "POST /pause?page=7", OWN_ORDER).0, 200);
    let stands_still = program.stands_still();
    assert!(stands_still || begin.elapsed() > Live::PATIENCE, "a page has just asked");
    let ticks = program.ticks();
    let goes_on = wait_until(|| {
        told(&program.url, "after=0");
        program.ticks() > ticks + 1
    });
    assert!(goes_on, "others keep it waiting");
    program.end();
}

/// The time for which a page in the background counts as open.
const HIDDEN_PATIENCE: Duration = Duration::from_secs(90);

#[test]
fn a_page_that_says_goodbye_is_not_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    let begin = Instant::now();
    assert_eq!(ask(&program.url, "POST /pause?page=7&hidden=1", OWN_ORDER).0, 200);
    assert!(program.stands_still());
    assert_eq!(ask(&program.url, "POST /bye?page=7", OWN_ORDER).0, 200);
    assert!(program.goes_on(2));
    assert!(begin.elapsed() < HIDDEN_PATIENCE, "{:?}", begin.elapsed());
    program.end();
}

fn a_page_in_the_background_is_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    assert_eq!(ask(&program.url, "POST /pause?page=7&hidden=1", OWN_ORDER).0, 200);
    told(&program.url, "after=0&page=7&hidden=1");
    thread::sleep(Live::PATIENCE + Duration::from_secs(1));
    assert!(program.stands_still(), "a browser lets it ask once a minute");
    assert_eq!(ask(&program.url, "POST /continue?page=7", OWN_ORDER).0, 200);
    assert!(program.goes_on(2));
    program.end();
}

behavior_tree! {
    tree Fuse(length: &mut u32) {
        parallel {
            'wait: running;
            'burn: action Burn {};
        }
    }
}

struct Burn {}

impl Action<u32> for Burn {
    fn tick(&mut self, length: &mut u32) -> Status {
        *length -= 1;
        assert!(*length > 0, "it has burnt down");
        Status::Running
    }

    fn end(&mut self, length: &mut u32, _: End) {
        assert!(*length != 7, "it cannot be put out");
    }
}

struct Burning {
    live: Live,
    agent: AgentId,
    tree: Fuse,
    length: u32,
}

impl Burning {
    fn new(length: u32) -> Self {
        let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
        let agent = live.agent::<Fuse>("fuse");
        Self { live, agent, tree: Fuse::new(), length }
    }

    fn tick(&mut self) {
        self.live.tick(self.agent, &mut self.tree, &mut self.length);
    }

    fn abort(&mut self) {
        self.live.abort(self.agent, &mut self.tree, &mut self.length);
    }
}

/// The recording that a page with this query is sent: the unfinished moment comes once nothing happens any more.
fn told_unfinished(url: &str, query: &str) -> Value {
    told_at_last(url, query, |told| told["recording"]["open"].is_number())["recording"].take()
}

/// The next query of a page that has received this response.
fn after(told: &Value) -> String {
    let [first, moments] = ["first", "moments"].map(|name| told[name].as_i64().expect(name));
    format!("after={}&open={}", first + moments - 2, told["open"])
}

fn is_unfinished(told: &Value, moment: u64) -> bool {
    let recording = Recording::from_json(&told.to_string()).expect("it is a recording");
    let agent = recording.agents().next().expect("there is one");
    let frame = agent.frame_at(moment).expect("it was ticked");
    assert!(agent.active_at(moment).contains(&Fuse::BURN));
    frame.is_unfinished()
}

#[test]
fn a_panic_that_the_program_catches_is_shown() {
    let mut it = Burning::new(3);
    let url = it.live.url();
    (0..2).for_each(|_| it.tick());
    let before = told_unfinished(&url, "after=-1");
    assert!(!is_unfinished(&before, 1));
    catch_unwind(AssertUnwindSafe(|| it.tick())).expect_err("it panics");
    assert!(is_unfinished(&told_unfinished(&url, &after(&before)), 2));
    assert!(is_unfinished(&told_unfinished(&url, "after=-1"), 2), "who comes late sees it too");
}

#[test]
fn a_first_tick_that_panics_is_shown() {
    let mut it = Burning::new(1);
    catch_unwind(AssertUnwindSafe(|| it.tick())).expect_err("it panics");
    assert!(is_unfinished(&told_unfinished(&it.live.url(), "after=-1"), 0));
}

#[test]
fn an_abort_that_panics_is_shown() {
    let mut it = Burning::new(8);
    it.tick();
    let before = told_unfinished(&it.live.url(), "after=-1");
    catch_unwind(AssertUnwindSafe(|| it.abort())).expect_err("it panics");
    let told = told_unfinished(&it.live.url(), &after(&before));
    let recording = Recording::from_json(&told.to_string()).expect("it is a recording");
    let agent = recording.agents().next().expect("there is one");
    assert!(agent.frame_at(0).expect("it was ticked").is_unfinished());
}

#[test]
fn a_panic_that_ends_a_thread_is_shown() {
    let mut it = Burning::new(2);
    it.tick();
    let url = it.live.url();
    let before = told_unfinished(&url, "after=-1");
    let it = Arc::new(Mutex::new(it));
    let program = Arc::clone(&it);
    let program = thread::spawn(move || program.lock().expect("nobody has panicked").tick());
    program.join().expect_err("it panics");
    assert!(is_unfinished(&told_unfinished(&url, &after(&before)), 1));
    drop(it);
}
