// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, behavior_tree};
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
        /// The first word of your own.
        action Nothing => ();
    }

    pub trees from "tests/behavior3/empty.tree" with Words;
}
