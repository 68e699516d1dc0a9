// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub goal: To,
    pub path: PathData,
    pub rounds: f64,
    pub rounds_in_count: f64,
    pub wiped_in_wipe: f64,
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
        type PathData;
        type To;
        condition IsFree(path: &PathData) => is_free(blackboard, path);
        action PlanPath(to: To) -> (path: PathData) => plan_path(blackboard, to);
        action FollowPath(path: PathData) => follow_path(blackboard, path);
        action WipeTable(table: &'static str) => wipe_table(blackboard, table);
        /// The value of `goal`.
        value Goal: To => blackboard.goal.clone();
        /// The value of `rounds`.
        value Rounds: f64 => blackboard.rounds;
        /// Keeps the value of `rounds` for the next time.
        action KeepRounds(value: f64) => blackboard.rounds = value;
        /// The value of `path`.
        value Path: PathData => blackboard.path.clone();
        /// Keeps the value of `path` for the next time.
        action KeepPath(value: PathData) => blackboard.path = value;
        /// The value of `rounds` in `Count`.
        value RoundsInCount: f64 => blackboard.rounds_in_count;
        /// Keeps the value of `rounds` in `Count` for the next time.
        action KeepRoundsInCount(value: f64) => blackboard.rounds_in_count = value;
        /// The value of `wiped` in `Wipe`.
        value WipedInWipe: f64 => blackboard.wiped_in_wipe;
        /// Keeps the value of `wiped` in `Wipe` for the next time.
        action KeepWipedInWipe(value: f64) => blackboard.wiped_in_wipe = value;
    }

    pub trees from "tests/behavior_tree_cpp/stored.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathData;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct To;

fn is_free(blackboard: &Blackboard, path: &PathData) -> bool {
    let _ = (blackboard, path);
    todo!("IsFree")
}

fn plan_path(blackboard: &mut Blackboard, to: To) -> Poll<Option<PathData>> {
    let _ = (blackboard, to);
    todo!("PlanPath")
}

fn follow_path(blackboard: &mut Blackboard, path: PathData) -> Status {
    let _ = (blackboard, path);
    todo!("FollowPath")
}

fn wipe_table(blackboard: &mut Blackboard, table: &'static str) -> Status {
    let _ = (blackboard, table);
    todo!("WipeTable")
}
