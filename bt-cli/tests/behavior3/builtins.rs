// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
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
        action Attack => attack(blackboard);
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged => Unchanged;
    }

    pub trees from "tests/behavior3/builtins.tree" with Words;
}

fn attack(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Attack")
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {}
