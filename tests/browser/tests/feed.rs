//! What readers are told while a program goes on, and that it does not wait for them.

use bt_core::behavior_tree;
use bt_core::live::Live;
use bt_core::observe::Mark;
use bt_core::record::{AgentId, Recording};
use client::{OWN, ask, send};
use program::{Guard, Npc, Program};
use serde::Serialize;
use serde_json::Value;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

mod client;
mod program;

/// What a page with this query is told.
fn told(url: &str, query: &str) -> Value {
    let (status, body) = ask(url, &format!("GET /recording?{query}"), OWN);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("it is JSON")
}

fn recording(told: &Value) -> Recording {
    Recording::from_json(&told["recording"].to_string()).expect("it is a recording")
}

/// Asks until it is told what is looked for.
fn told_at_last(url: &str, query: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let mut tries = (0..300).map(|_| {
        thread::sleep(Duration::from_millis(20));
        told(url, query)
    });
    tries.find(is_it).expect("it is told at last")
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

/// How often all of them are ticked in two seconds, with a rest in between.
fn rounds(live: &mut Live, crowd: &mut [(AgentId, Walker)]) -> usize {
    let begin = Instant::now();
    let mut rounds = 0;
    while begin.elapsed() < Duration::from_secs(2) {
        tick_all(live, crowd, rounds);
        rounds += 1;
        thread::sleep(Duration::from_millis(10));
    }
    rounds
}

#[test]
fn readers_of_everything_do_not_hold_up_the_program() {
    let mut live = Live::start().expect("the system lets it listen");
    let mut crowd = crowd(&mut live, 200);
    let (url, ends) = (live.url(), AtomicBool::new(false));
    let alone = rounds(&mut live, &mut crowd);
    let (watched, answers) = thread::scope(|scope| {
        let read = || {
            let mut answers = 0;
            while !ends.load(Ordering::Relaxed) {
                let mut stream =
                    send(&url, &format!("GET /recording?after=-1 HTTP/1.1\r\n{OWN}\r\n"));
                let mut answer = Vec::new();
                let read = stream.read_to_end(&mut answer);
                answers += usize::from(read.is_ok() && answer.starts_with(b"HTTP/1.1 200 "));
            }
            answers
        };
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
        let watched = rounds(&mut live, &mut crowd);
        ends.store(true, Ordering::Relaxed);
        let answers = readers.into_iter().map(|reader| reader.join().expect("it reads"));
        (watched, answers.sum::<usize>())
    });
    assert!(answers > 0, "nobody was answered");
    // They take time of the processors, and no more.
    assert!(watched * 5 > alone, "{watched} rounds instead of {alone}");
}

#[test]
fn who_knows_everything_is_told_little() {
    let mut live = Live::start().expect("the system lets it listen");
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
    let mut live = Live::start().expect("the system lets it listen");
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

#[test]
fn what_is_told_is_what_was_recorded() {
    let program = Program::start(false, Duration::from_micros(100));
    let mut parts = Vec::new();
    let mut after = -1;
    while after < 400 {
        let told = told(&program.url, &format!("after={after}"));
        if told["recording"] == Value::Null {
            continue;
        }
        let part = recording(&told);
        let open = u64::from(told["recording"]["open"] != Value::Null);
        after = i64::try_from(part.moments().end - open).expect("it is small") - 1;
        parts.push(part);
    }
    let whole = program.end();
    let guard = whole.agents().next().expect("there is one");
    for part in &parts {
        let agent = part.agents().next().expect("there is one");
        for moment in part.moments() {
            let events = |frame: bt_core::record::Frame<'_>| frame.events().collect::<Vec<_>>();
            assert_eq!(agent.frame_at(moment).map(events), guard.frame_at(moment).map(events));
            assert_eq!(agent.active_at(moment), guard.active_at(moment));
        }
    }
    assert!(parts.len() > 2);
}

#[test]
fn who_comes_back_late_is_told_what_is_true_then() {
    let mut live = Live::start().expect("the system lets it listen");
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

#[test]
fn only_a_page_keeps_a_paused_program_waiting() {
    let program = Program::start(true, Duration::from_millis(1));
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    assert_eq!(ask(&program.url, "POST /pause?page=7", own).0, 200);
    let begin = Instant::now();
    while begin.elapsed() < Live::PATIENCE + Duration::from_secs(1) {
        told(&program.url, "after=0&page=7");
        thread::sleep(Duration::from_millis(100));
    }
    assert!(program.stands_still(), "a page looks on");
    let begin = Instant::now();
    let ticks = program.ticks();
    while program.ticks() == ticks {
        assert!(begin.elapsed() < Live::PATIENCE * 4, "others keep it waiting");
        told(&program.url, "after=0");
        thread::sleep(Duration::from_millis(100));
    }
    program.end();
}

#[test]
fn a_page_that_says_goodbye_is_not_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    assert_eq!(ask(&program.url, "POST /pause?page=7", own).0, 200);
    let begin = Instant::now();
    assert!(program.stands_still());
    assert_eq!(ask(&program.url, "POST /bye?page=7", own).0, 200);
    assert!(program.goes_on(1));
    assert!(begin.elapsed() < Live::PATIENCE, "{:?}", begin.elapsed());
    program.end();
}

#[test]
fn a_page_in_the_background_is_waited_for() {
    let program = Program::start(true, Duration::from_millis(1));
    let own = "Host: localhost\r\nContent-Length: 0\r\n";
    assert_eq!(ask(&program.url, "POST /pause?page=7", own).0, 200);
    told(&program.url, "after=0&page=7&hidden=1");
    thread::sleep(Live::PATIENCE + Duration::from_secs(1));
    assert!(program.stands_still(), "a browser lets it ask once a minute");
    assert_eq!(ask(&program.url, "POST /continue?page=7", own).0, 200);
    assert!(program.goes_on(1));
    program.end();
}
