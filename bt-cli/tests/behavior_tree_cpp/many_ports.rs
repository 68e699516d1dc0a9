// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub arm: Target,
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
        type Target;
        action SetLimits(
            p0: i32,
            p1: i32 = 0,
            p2: i32 = 0,
            p3: i32 = 0,
            p4: i32 = 0,
            p5: i32 = 0,
            p6: i32 = 0,
            p7: i32 = 0,
            p8: i32 = 0,
            p9: i32 = 0,
            p10: i32 = 0,
            /** more ports with their values */
            more_ports: &'static str = ""
        ) =>
            set_limits(blackboard, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, more_ports);
    }

    pub trees from "tests/behavior_tree_cpp/many_ports.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target;

fn set_limits(blackboard: &mut Blackboard, p0: i32, p1: i32, p2: i32, p3: i32, p4: i32, p5: i32, p6: i32, p7: i32, p8: i32, p9: i32, p10: i32, more_ports: &'static str) -> Status {
    let _ = (blackboard, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, more_ports);
    todo!("SetLimits")
}
