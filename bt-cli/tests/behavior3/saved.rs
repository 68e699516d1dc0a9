// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub home: &'static str,
    pub pace: &'static str,
    pub work: &'static str,
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
        /// Imported name: `Walk to`
        action WalkTo(goal: &'static str, speed: i32) => walk_to(blackboard, goal, speed);
        /// Imported name: `walk-to`
        action WalkTo2(goal: &'static str, speed: &'static str) =>
            walk_to2(blackboard, goal, speed);
        /// Imported name: `type`
        action Type(
            /** Imported name: `type` */
            type_: &'static str,
            /** Imported name: `self` */
            self_: i32,
            /** Imported name: `1st` */
            n1st: bool
        ) =>
            type_word(blackboard, type_, self_, n1st);
        /// The value of `home`.
        value Home: &'static str => blackboard.home;
        /// The value of `work`.
        value Work: &'static str => blackboard.work;
        /// The value of `pace`.
        value Pace: &'static str => blackboard.pace;
    }

    pub trees from "tests/behavior3/saved.tree" with Words;
}

fn walk_to(blackboard: &mut Blackboard, goal: &'static str, speed: i32) -> Status {
    let _ = (blackboard, goal, speed);
    todo!("WalkTo")
}

fn walk_to2(blackboard: &mut Blackboard, goal: &'static str, speed: &'static str) -> Status {
    let _ = (blackboard, goal, speed);
    todo!("WalkTo2")
}

fn type_word(blackboard: &mut Blackboard, type_: &'static str, self_: i32, n1st: bool) -> Status {
    let _ = (blackboard, type_, self_, n1st);
    todo!("Type")
}
