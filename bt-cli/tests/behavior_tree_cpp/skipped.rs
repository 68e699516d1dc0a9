// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub alive: bool,
    pub battery: f64,
    pub done: bool,
    pub faults: f64,
    pub spin: bool,
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
        action Work => work(blackboard);
        condition IsReady => is_ready(blackboard);
        /// The value of `battery`.
        value Battery: f64 => blackboard.battery;
        /// The script `faults += 1`.
        action FaultsPlus1 => blackboard.faults = blackboard.faults + 1.0;
        /// The value of `alive`.
        value Alive: bool => blackboard.alive;
        /// The script `true`.
        condition True => true;
        /// Runs `spin := false; faults += 1` when its child is aborted.
        decorator AtAbortSpinBecomesFalseFaultsPlus1 => AtAbortSpinBecomesFalseFaultsPlus1;
        /// Runs `faults = 0` when its child has succeeded or failed.
        decorator AtEndFaultsBecomes0 => AtEndFaultsBecomes0;
        /// Runs `stop(` when its child is aborted.
        decorator AtAbortStop => AtAbortStop;
        /// The script `faults = 0`.
        action FaultsBecomes0 => blackboard.faults = 0.0;
        /// The value of `done`.
        value Done: bool => blackboard.done;
        /// Keeps the value of `done` for the next time.
        action KeepDone(value: bool) => blackboard.done = value;
    }

    pub trees from "tests/behavior_tree_cpp/skipped.tree" with Words;
}

fn work(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Work")
}

fn is_ready(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsReady")
}

/// The decorator `AtAbortSpinBecomesFalseFaultsPlus1`.
#[derive(Debug)]
pub struct AtAbortSpinBecomesFalseFaultsPlus1;

impl Decorator<Blackboard> for AtAbortSpinBecomesFalseFaultsPlus1 {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end == End::Aborted {
            { blackboard.spin = false; blackboard.faults = blackboard.faults + 1.0; };
        }
    }
}

/// The decorator `AtEndFaultsBecomes0`.
#[derive(Debug)]
pub struct AtEndFaultsBecomes0;

impl Decorator<Blackboard> for AtEndFaultsBecomes0 {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end != End::Aborted {
            blackboard.faults = 0.0;
        }
    }
}

/// The decorator `AtAbortStop`.
#[derive(Debug)]
pub struct AtAbortStop;

impl Decorator<Blackboard> for AtAbortStop {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end == End::Aborted {
            let _ = blackboard;
            todo!("stop(");
        }
    }
}
