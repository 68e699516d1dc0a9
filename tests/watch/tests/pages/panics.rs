//! A tick that panics is shown on open pages, although nothing else is recorded after it.

use crate::client::{OWN, ask};
use browser::Browser;
use bt_core::{Action, End, Status, behavior_tree};
use bt_watch::live::Live;
use bt_watch::record::{AgentId, Recording};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

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

/// The deadline that ends a hanging test.
const PATIENCE: Duration = Duration::from_secs(60);

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

/// Sends the query until the response contains data that a page with this query does not have yet.
fn told_at_last(url: &str, query: &str) -> Value {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let (status, body) = ask(url, &format!("GET /recording?{query}"), OWN);
        assert_eq!(status, 200, "{body}");
        let mut told: Value = serde_json::from_str(&body).expect("it is JSON");
        let recording = told["recording"].take();
        // The unfinished moment is sent once nothing happens any more.
        if recording["open"].is_number() {
            return recording;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing is told for a minute");
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
    let before = told_at_last(&url, "after=-1");
    assert!(!is_unfinished(&before, 1));
    catch_unwind(AssertUnwindSafe(|| it.tick())).expect_err("it panics");
    assert!(is_unfinished(&told_at_last(&url, &after(&before)), 2));
    assert!(is_unfinished(&told_at_last(&url, "after=-1"), 2), "who comes late sees it too");
}

#[test]
fn a_first_tick_that_panics_is_shown() {
    let mut it = Burning::new(1);
    catch_unwind(AssertUnwindSafe(|| it.tick())).expect_err("it panics");
    assert!(is_unfinished(&told_at_last(&it.live.url(), "after=-1"), 0));
}

#[test]
fn an_abort_that_panics_is_shown() {
    let mut it = Burning::new(8);
    it.tick();
    let before = told_at_last(&it.live.url(), "after=-1");
    catch_unwind(AssertUnwindSafe(|| it.abort())).expect_err("it panics");
    let told = told_at_last(&it.live.url(), &after(&before));
    let recording = Recording::from_json(&told.to_string()).expect("it is a recording");
    let agent = recording.agents().next().expect("there is one");
    assert!(agent.frame_at(0).expect("it was ticked").is_unfinished());
}

#[test]
fn a_panic_that_ends_a_thread_is_shown() {
    let mut it = Burning::new(2);
    it.tick();
    let url = it.live.url();
    let before = told_at_last(&url, "after=-1");
    let it = Arc::new(Mutex::new(it));
    let program = Arc::clone(&it);
    let program = thread::spawn(move || program.lock().expect("nobody has panicked").tick());
    program.join().expect_err("it panics");
    assert!(is_unfinished(&told_at_last(&url, &after(&before)), 1));
    drop(it);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_says_that_the_program_panicked() {
    let mut it = Burning::new(3);
    it.tick();
    let browser = Browser::start();
    let page = browser.open(&it.live.url(), 1280, 800);
    it.tick();
    page.wait_until("document.getElementById('tick').value === '2'");
    catch_unwind(AssertUnwindSafe(|| it.tick())).expect_err("it panics");
    page.wait_until("document.getElementById('tick').value === '3'");
    let told = page.text("#because p");
    assert_eq!(told, "The program panicked in the middle of this tick.");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
