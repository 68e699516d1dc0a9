//! What a compiled tree does where expressions of the program have effects, a loaded one does, too.

use bt_core::{Agent, Clock, NodeId, Status, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

#[derive(Default)]
struct Robot {
    draws: u32,
    /// What `Get` returns, the next last.
    gets: Vec<Status>,
    panics: bool,
    log: Vec<String>,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Robot {
    fn get(&mut self) -> Status {
        let status = self.gets.pop().unwrap_or(Status::Success);
        self.log.push(format!("get: {status}"));
        status
    }

    fn boom(&mut self) {
        if std::mem::take(&mut self.panics) {
            std::panic::panic_any("boom");
        }
    }
}

behavior_tree! {
    #[derive(Clone, Debug)]
    vocabulary Alike(robot: &mut Robot) {
        action Say(text: &'static str) => robot.log.push(text.to_owned());
        action Get => robot.get();
        action Boom => robot.boom();
        value Draws: u32 => robot.draws;
        random => {
            robot.draws += 1;
            0
        };
    }

    trees from "tests/trees/alike.tree" with Alike;
}

/// The log of five ticks, of which some may panic.
fn run(mut agent: impl Agent<Robot>, first: Status, second: Status) -> Vec<String> {
    let mut robot = Robot { gets: vec![second, first], ..Robot::default() };
    for tick in 0..5 {
        robot.panics = tick == 1;
        let result = catch_unwind(AssertUnwindSafe(|| agent.tick(&mut robot)));
        let result = result.map_or_else(|_| "panics".to_owned(), |status| status.to_string());
        let active: Vec<usize> = agent.active().map(NodeId::index).collect();
        robot.log.push(format!("{result} {active:?}"));
    }
    robot.log
}

#[test]
fn loaded_and_compiled_trees_are_alike() {
    let trees = Alike::parse(include_str!("../../trees/alike.tree")).expect("sound");
    let results = [Status::Success, Status::Failure, Status::Running];
    for (first, second) in results.into_iter().flat_map(|one| results.map(|other| (one, other))) {
        let loaded = |name: &str| run(trees.tree(name).expect("it is there"), first, second);
        assert_eq!(run(Drawn::new(), first, second), loaded("Drawn"));
        assert_eq!(run(Renewed::new(), first, second), loaded("Renewed"), "{first} {second}");
        assert_eq!(run(Ends::new(), first, second), loaded("Ends"), "{first} {second}");
    }
    // The number is drawn first, so the first weight is 1.
    assert_eq!(run(Drawn::new(), Status::Success, Status::Success)[0], "first");
}
