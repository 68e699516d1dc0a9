// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub level: f64,
    pub mode: &'static str,
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
        action Attack => attack(blackboard);
        action Defend => defend(blackboard);
        condition IsReady => is_ready(blackboard);
        /// The value of `mode`.
        value Mode: &'static str => blackboard.mode;
    }

    pub trees from "tests/behavior_tree_cpp/control.tree" with Words;
}

fn attack(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Attack")
}

fn defend(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Defend")
}

fn is_ready(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsReady")
}
