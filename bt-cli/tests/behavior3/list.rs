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
        /// Imported name: `Farmer`
        decorator Farmer2(fields: i32) => Farmer2 { fields };
        action 攻击(目标: &'static str, 次数: i32) => 攻击(blackboard, 目标, 次数);
        decorator Retry => Retry;
        /// Imported name: `is tired`
        condition IsTired => is_tired(blackboard);
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged => Unchanged;
    }

    pub trees from "tests/behavior3/list.tree" with Words;
}

/// The decorator `Farmer2`.
#[derive(Debug)]
pub struct Farmer2 {
    /// A parameter.
    pub fields: i32,
}

impl Decorator<Blackboard> for Farmer2 {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.fields);
        todo!("Farmer2")
    }
}

fn 攻击(blackboard: &mut Blackboard, 目标: &'static str, 次数: i32) -> Status {
    let _ = (blackboard, 目标, 次数);
    todo!("攻击")
}

/// The decorator `Retry`.
#[derive(Debug)]
pub struct Retry;

impl Decorator<Blackboard> for Retry {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("Retry")
    }
}

fn is_tired(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsTired")
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {}
