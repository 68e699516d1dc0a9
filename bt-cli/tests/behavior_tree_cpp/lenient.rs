// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub x: f64,
    pub y: f64,
    /// The time of the world.
    pub time_now: Duration,
}

impl Clock for Blackboard {
    fn now(&self) -> Duration {
        self.time_now
    }
}

behavior_tree! {
    /// The words of the imported trees.
    pub vocabulary Words(blackboard: &mut Blackboard) {
        action Say(text: &'static str) => say(blackboard, text);
        action Attack => attack(blackboard);
        /// The value of `x`.
        value X: f64 => blackboard.x;
        /// The value of `y`.
        value Y: f64 => blackboard.y;
    }

    pub trees from "tests/behavior_tree_cpp/lenient.tree" with Words;
}

fn say(blackboard: &mut Blackboard, text: &'static str) -> Status {
    let _ = (blackboard, text);
    todo!("Say")
}

fn attack(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Attack")
}
