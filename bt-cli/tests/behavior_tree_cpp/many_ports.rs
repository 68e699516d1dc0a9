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
            p11: i32 = 0,
            unit: &'static str = "",
            target: Target
        ) =>
            set_limits(blackboard, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, unit, target);
        action SetAll(
            q0: i32,
            q1: i32,
            q2: i32,
            q3: i32,
            q4: i32,
            q5: i32,
            q6: i32,
            q7: i32,
            q8: i32,
            q9: i32,
            q10: i32,
            q11: i32,
            q12: i32,
            q13: i32,
            q14: i32,
            q15: i32,
            q16: i32,
            q17: i32,
            q18: i32,
            q19: i32,
            q20: i32,
            q21: i32,
            q22: i32,
            q23: i32,
            q24: i32,
            q25: i32,
            q26: i32,
            q27: i32,
            q28: i32,
            q29: i32,
            q30: i32,
            /** more ports with their values */
            more_ports: &'static str = ""
        ) =>
            set_all(blackboard, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16, q17, q18, q19, q20, q21, q22, q23, q24, q25, q26, q27, q28, q29, q30, more_ports);
        /// The value of `arm`.
        value Arm: Target => blackboard.arm.clone();
        /// Reads a `Target` from a text of the imported file.
        value TargetOfText(text: &'static str): Target => { let _ = text; todo!() };
    }

    pub trees from "tests/behavior_tree_cpp/many_ports.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target;

fn set_limits(blackboard: &mut Blackboard, p0: i32, p1: i32, p2: i32, p3: i32, p4: i32, p5: i32, p6: i32, p7: i32, p8: i32, p9: i32, p10: i32, p11: i32, unit: &'static str, target: Target) -> Status {
    let _ = (blackboard, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, unit, target);
    todo!("SetLimits")
}

fn set_all(blackboard: &mut Blackboard, q0: i32, q1: i32, q2: i32, q3: i32, q4: i32, q5: i32, q6: i32, q7: i32, q8: i32, q9: i32, q10: i32, q11: i32, q12: i32, q13: i32, q14: i32, q15: i32, q16: i32, q17: i32, q18: i32, q19: i32, q20: i32, q21: i32, q22: i32, q23: i32, q24: i32, q25: i32, q26: i32, q27: i32, q28: i32, q29: i32, q30: i32, more_ports: &'static str) -> Status {
    let _ = (blackboard, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16, q17, q18, q19, q20, q21, q22, q23, q24, q25, q26, q27, q28, q29, q30, more_ports);
    todo!("SetAll")
}
