// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub goals: Poses,
    pub n: u32,
    pub path: PathData,
    /// The length of a time.
    pub timeout_ms: Duration,
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
        type Path;
        type PathData;
        type Poses;
        action RemovePassedGoals(input_goals: &Poses, radius: f64) -> (output_goals: Poses) =>
            remove_passed_goals(blackboard, input_goals, radius);
        condition PathExpiringTimer(seconds: i32, path: &PathData) =>
            path_expiring_timer(blackboard, seconds, path);
        condition GlobalUpdatedGoal => global_updated_goal(blackboard);
        condition IsPathValid(path: &PathData) => is_path_valid(blackboard, path);
        action ComputePathThroughPoses(goals: &Poses) -> (path: PathData) =>
            compute_path_through_poses(blackboard, goals);
        action TruncatePath(distance: f64, input_path: &PathData) -> (output_path: Path) =>
            truncate_path(blackboard, distance, input_path);
        decorator DistanceController(distance: f64) => DistanceController { distance };
        action FollowPath(path: &PathData, empty: &'static str, goal: &'static str) =>
            follow_path(blackboard, path, empty, goal);
        decorator PathLongerOnApproach(path: PathData, prox_len: f64, length_factor: f64) =>
            PathLongerOnApproach { path, prox_len, length_factor };
        decorator SingleTrigger => SingleTrigger;
        /// The value of `timeout_ms`.
        value TimeoutMs: Duration => blackboard.timeout_ms;
        /// The value of `n`.
        value N: u32 => blackboard.n;
        /// The value of `path`.
        value Path2: PathData => blackboard.path.clone();
        /// Keeps the value of `path` for the next time.
        action KeepPath(value: PathData) => blackboard.path = value;
        /// The value of `goals`.
        value Goals: Poses => blackboard.goals.clone();
        /// Keeps the value of `goals` for the next time.
        action KeepGoals(value: Poses) => blackboard.goals = value;
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged => Unchanged;
    }

    pub trees from "tests/behavior_tree_cpp/unreachable.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathData;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Poses;

fn remove_passed_goals(blackboard: &mut Blackboard, input_goals: &Poses, radius: f64) -> Poll<Option<Poses>> {
    let _ = (blackboard, input_goals, radius);
    todo!("RemovePassedGoals")
}

fn path_expiring_timer(blackboard: &Blackboard, seconds: i32, path: &PathData) -> bool {
    let _ = (blackboard, seconds, path);
    todo!("PathExpiringTimer")
}

fn global_updated_goal(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GlobalUpdatedGoal")
}

fn is_path_valid(blackboard: &Blackboard, path: &PathData) -> bool {
    let _ = (blackboard, path);
    todo!("IsPathValid")
}

fn compute_path_through_poses(blackboard: &mut Blackboard, goals: &Poses) -> Poll<Option<PathData>> {
    let _ = (blackboard, goals);
    todo!("ComputePathThroughPoses")
}

fn truncate_path(blackboard: &mut Blackboard, distance: f64, input_path: &PathData) -> Poll<Option<Path>> {
    let _ = (blackboard, distance, input_path);
    todo!("TruncatePath")
}

/// The decorator `DistanceController`.
#[derive(Debug)]
pub struct DistanceController {
    /// A parameter.
    pub distance: f64,
}

impl Decorator<Blackboard> for DistanceController {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.distance);
        todo!("DistanceController")
    }
}

fn follow_path(blackboard: &mut Blackboard, path: &PathData, empty: &'static str, goal: &'static str) -> Status {
    let _ = (blackboard, path, empty, goal);
    todo!("FollowPath")
}

/// The decorator `PathLongerOnApproach`.
#[derive(Debug)]
pub struct PathLongerOnApproach {
    /// A parameter.
    pub path: PathData,
    /// A parameter.
    pub prox_len: f64,
    /// A parameter.
    pub length_factor: f64,
}

impl Decorator<Blackboard> for PathLongerOnApproach {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.path, &self.prox_len, &self.length_factor);
        todo!("PathLongerOnApproach")
    }
}

/// The decorator `SingleTrigger`.
#[derive(Debug)]
pub struct SingleTrigger;

impl Decorator<Blackboard> for SingleTrigger {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("SingleTrigger")
    }
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {}
