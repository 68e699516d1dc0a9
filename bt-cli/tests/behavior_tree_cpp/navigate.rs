// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub goal: PoseStamped,
    pub loud: LoudData,
    pub place: PoseStamped,
    pub target_place: PoseStamped,
    pub way: Path,
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
        type LoudData;
        type Path;
        type PoseStamped;
        action ComputePathToPose(goal: PoseStamped) -> (path: Path) =>
            compute_path_to_pose(blackboard, goal);
        action FollowPath(path: &Path) => follow_path(blackboard, path);
        condition GoalUpdated => goal_updated(blackboard);
        action Spin(spin_dist: f64) => spin(blackboard, spin_dist);
        action FindPlace(goal: PoseStamped) -> (/** a free one */ place: PoseStamped) =>
            find_place(blackboard, goal);
        action Say(/** Imported name: `where` */ where_: PoseStamped, loud: LoudData) =>
            say(blackboard, where_, loud);
        condition IsPathValid(path: &Path) => is_path_valid(blackboard, path);
        action LongerPath(input_path: Path) -> (output_path: Path) =>
            longer_path(blackboard, input_path);
        /// The value of `goal`.
        value Goal: PoseStamped => blackboard.goal.clone();
        /// The value of `place`.
        value Place: PoseStamped => blackboard.place.clone();
        /// Keeps the value of `place` for the next time.
        action KeepPlace(value: PoseStamped) => blackboard.place = value;
        /// Gives this `PoseStamped` as the result of its tree.
        action GivePoseStamped(value: PoseStamped) -> (given: PoseStamped) => Some(value);
        /// The value of `loud`.
        value Loud: LoudData => blackboard.loud.clone();
        /// Reads a `PoseStamped` from a text of the imported file.
        value PoseStampedOfText(text: &'static str): PoseStamped => { let _ = text; todo!() };
        /// The value of `way`.
        value Way: Path => blackboard.way.clone();
        /// Keeps the value of `way` for the next time.
        action KeepWay(value: Path) => blackboard.way = value;
        /// The value of `targetPlace`.
        value TargetPlace: PoseStamped => blackboard.target_place.clone();
        /// Keeps the value of `targetPlace` for the next time.
        action KeepTargetPlace(value: PoseStamped) => blackboard.target_place = value;
        /// Gives this `Path` as the result of its tree.
        action GivePath(value: Path) -> (given: Path) => Some(value);
    }

    pub trees from "tests/behavior_tree_cpp/navigate.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoudData;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoseStamped;

fn compute_path_to_pose(blackboard: &mut Blackboard, goal: PoseStamped) -> Poll<Option<Path>> {
    let _ = (blackboard, goal);
    todo!("ComputePathToPose")
}

fn follow_path(blackboard: &mut Blackboard, path: &Path) -> Status {
    let _ = (blackboard, path);
    todo!("FollowPath")
}

fn goal_updated(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GoalUpdated")
}

fn spin(blackboard: &mut Blackboard, spin_dist: f64) -> Status {
    let _ = (blackboard, spin_dist);
    todo!("Spin")
}

fn find_place(blackboard: &mut Blackboard, goal: PoseStamped) -> Poll<Option<PoseStamped>> {
    let _ = (blackboard, goal);
    todo!("FindPlace")
}

fn say(blackboard: &mut Blackboard, where_: PoseStamped, loud: LoudData) -> Status {
    let _ = (blackboard, where_, loud);
    todo!("Say")
}

fn is_path_valid(blackboard: &Blackboard, path: &Path) -> bool {
    let _ = (blackboard, path);
    todo!("IsPathValid")
}

fn longer_path(blackboard: &mut Blackboard, input_path: Path) -> Poll<Option<Path>> {
    let _ = (blackboard, input_path);
    todo!("LongerPath")
}
