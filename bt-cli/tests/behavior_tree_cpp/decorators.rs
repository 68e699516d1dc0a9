// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub rounds: u32,
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
        condition IsReady => is_ready(blackboard);
        action Attack => attack(blackboard);
        decorator Brave => Brave;
        /// The value of `rounds`.
        value Rounds: u32 => blackboard.rounds;
        /// Runs `rounds = 0` when its child has succeeded or failed.
        decorator AtEndRoundsBecomes0 => AtEndRoundsBecomes0;
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged => Unchanged;
    }

    pub trees from "tests/behavior_tree_cpp/decorators.tree" with Words;
}

fn is_ready(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsReady")
}

fn attack(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Attack")
}

/// The decorator `Brave`.
#[derive(Debug)]
pub struct Brave;

impl Decorator<Blackboard> for Brave {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("Brave")
    }
}

/// The decorator `AtEndRoundsBecomes0`.
#[derive(Debug)]
pub struct AtEndRoundsBecomes0;

impl Decorator<Blackboard> for AtEndRoundsBecomes0 {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end != End::Aborted {
            blackboard.rounds = 0;
        }
    }
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {}
