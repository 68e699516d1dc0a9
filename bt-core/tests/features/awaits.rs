//! Actions of a vocabulary that wait for a future, in loaded and in compiled trees.

use bt_core::files::Loaded;
use bt_core::observe::Log;
use bt_core::{Status, Wake, Waking, behavior_tree};
use serde::{Deserialize, Serialize};
use std::future::{Future, poll_fn, ready};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Map(u32);

/// The answers that have come, and who waits for one.
type Mail = Arc<Mutex<(Vec<(&'static str, Result<Map, String>)>, Vec<Waker>)>>;

struct Robot {
    mail: Mail,
    asked: Vec<&'static str>,
    read: u32,
    waker: Waker,
}

impl Default for Robot {
    fn default() -> Self {
        let waker = Waker::noop().clone();
        Self { mail: Mail::default(), asked: Vec::new(), read: 0, waker }
    }
}

impl Waking for Robot {
    fn waker(&self) -> &Waker {
        &self.waker
    }
}

impl Robot {
    fn fetch(&mut self, name: &'static str) -> impl Future<Output = Result<Map, String>> + use<> {
        self.asked.push(name);
        let mail = Arc::clone(&self.mail);
        poll_fn(move |context| {
            let mut mail = mail.lock().expect("nobody panics");
            let answer = mail.0.iter().position(|(of, _)| *of == name);
            if let Some(answer) = answer {
                return Poll::Ready(mail.0.swap_remove(answer).1);
            }
            mail.1.push(context.waker().clone());
            Poll::Pending
        })
    }

    fn send(&self, name: &'static str, answer: Result<Map, String>) {
        self.mail.lock().expect("nobody panics").0.push((name, answer));
    }
}

behavior_tree! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    vocabulary Words(robot: &mut Robot) {
        type Map;
        action Fetch(name: &'static str) -> Map => await robot.fetch(name);
        action Read(map: Map) => await { robot.read += map.0; ready(()) };
        action Ring => await ?Send Box::pin(std::future::ready(robot.read > 0));
    }

    #[derive(Clone, Debug, Serialize, Deserialize)]
    trees from "tests/trees/awaits.tree" with Words;
}

const TEXT: &str = include_str!("../trees/awaits.tree");

fn loaded(name: &str) -> Loaded<Words> {
    Words::parse(TEXT).expect("a file").tree(name).expect("a tree")
}

#[test]
fn words_wait_in_loaded_and_in_compiled_trees() {
    let (mut tree, mut compiled) = (loaded("Explore"), Explore::new("cave"));
    let mut robots = [Robot::default(), Robot::default()];
    for _ in 0..2 {
        assert_eq!(tree.tick(&mut robots[0]), Status::Running);
        assert_eq!(compiled.tick(&mut robots[1]), Status::Running);
    }
    assert_eq!([tree.next_wake(), compiled.next_wake()], [Wake::OnEvent; 2]);
    for robot in &robots {
        robot.send("cave", Ok(Map(3)));
    }
    assert_eq!(tree.tick(&mut robots[0]), Status::Success);
    assert_eq!(compiled.tick(&mut robots[1]), Status::Success);
    for robot in &robots {
        assert_eq!((&*robot.asked, robot.read), (&["cave"][..], 3));
    }
}

#[test]
fn errors_have_a_text() {
    let robot = Robot::default();
    robot.send("sea", Err("no ship".into()));
    let mut log = Log::new(Ask::NODES, String::new());
    let mut robots = [robot, Robot::default()];
    robots[1].send("sea", Err("no ship".into()));
    assert_eq!(log.tick(&mut Ask::new(), &mut robots[0]), Status::Success);
    let mut tree = loaded("Ask");
    let mut other = Log::of(&tree, String::new());
    assert_eq!(other.tick(&mut tree, &mut robots[1]), Status::Success);
    let log = log.into_writer();
    assert!(log.contains("failure  action Fetch(name = \"sea\")  no ship"), "{log}");
    assert_eq!(log, other.into_writer());
}

#[test]
fn a_saved_tree_begins_with_a_future_of_its_own() {
    let mut robot = Robot::default();
    let (mut tree, mut compiled) = (loaded("Explore"), Explore::new("cave"));
    tree.tick(&mut robot);
    compiled.tick(&mut robot);
    let texts = [serde_json::to_string(&tree), serde_json::to_string(&compiled)];
    let [text, of_compiled] = texts.map(|text| text.expect("it can be saved"));
    drop((tree, compiled));
    let file = Words::parse(TEXT).expect("a file");
    let saved = serde_json::from_str(&text).expect("it can be loaded");
    let mut tree = file.restore(saved).expect("the same tree");
    let mut compiled: Explore = serde_json::from_str(&of_compiled).expect("it can be loaded");
    assert_eq!([tree.next_wake(), compiled.next_wake()], [Wake::NextTick; 2]);
    assert_eq!(tree.tick(&mut robot), Status::Running);
    assert_eq!(compiled.tick(&mut robot), Status::Running);
    assert_eq!(robot.asked, ["cave"; 4]);
    robot.send("cave", Ok(Map(1)));
    robot.send("cave", Ok(Map(2)));
    assert_eq!(tree.tick(&mut robot), Status::Success);
    assert_eq!(compiled.tick(&mut robot), Status::Success);
    assert_eq!(robot.read, 3);
}
