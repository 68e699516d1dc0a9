// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub root_glob: f64,
    pub red: &'static str,
    pub a: f64,
    pub state: &'static str,
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
        action X => x(blackboard);
        /// The script `EnumVal := RED; msg := 'hi'; v := 3; w := v & 1; u = 'x' + 'y'; arr := [1]`.
        action EnumValBecomesREDMsgBecomesHiV =>
            todo!("EnumVal := RED; msg := 'hi'; v := 3; w := v & 1; u = 'x' + 'y'; arr := [1]");
        /// The value of `state`.
        value State: &'static str => blackboard.state;
        /// The value of `RED`.
        value RED: &'static str => blackboard.red;
        /// The value of `@glob`.
        value RootGlob: f64 => blackboard.root_glob;
        /// The value of `a`.
        value A: f64 => blackboard.a;
        /// Keeps the value of `a` for the next time.
        action KeepA(value: f64) => blackboard.a = value;
    }

    pub trees from "tests/behavior_tree_cpp/odd_scripts.tree" with Words;
}

fn x(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("X")
}
