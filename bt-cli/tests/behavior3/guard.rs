// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
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
        condition IsHurt(limit: i32) => is_hurt(blackboard, limit);
        action MoveTo(x: i32, y: f64, speed: i32 = 0) => move_to(blackboard, x, y, speed);
        action Say(text: &'static str, loud: bool) => say(blackboard, text, loud);
    }

    pub trees from "tests/behavior3/guard.tree" with Words;
}

fn is_hurt(blackboard: &Blackboard, limit: i32) -> bool {
    let _ = (blackboard, limit);
    todo!("IsHurt")
}

fn move_to(blackboard: &mut Blackboard, x: i32, y: f64, speed: i32) -> Status {
    let _ = (blackboard, x, y, speed);
    todo!("MoveTo")
}

fn say(blackboard: &mut Blackboard, text: &'static str, loud: bool) -> Status {
    let _ = (blackboard, text, loud);
    todo!("Say")
}
