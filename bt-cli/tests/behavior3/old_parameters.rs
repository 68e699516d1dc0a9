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
        action Shoot(shots: i32, aim: f64) => shoot(blackboard, shots, aim);
    }

    pub trees from "tests/behavior3/old_parameters.tree" with Words;
}

fn shoot(blackboard: &mut Blackboard, shots: i32, aim: f64) -> Status {
    let _ = (blackboard, shots, aim);
    todo!("Shoot")
}
