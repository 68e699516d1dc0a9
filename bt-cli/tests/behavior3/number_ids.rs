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
        action A => a(blackboard);
        action B => b(blackboard);
    }

    pub trees from "tests/behavior3/number_ids.tree" with Words;
}

fn a(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("A")
}

fn b(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("B")
}
