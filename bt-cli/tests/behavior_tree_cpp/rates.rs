// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub error: u16,
    pub goal: Pose,
    pub is_short: bool,
    pub rate: i32,
    pub smooth_path: Path,
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
        type Pose;
        action ComputePathToPose(goal: Pose, planner_id: &'static str) -> (path: Path) =>
            compute_path_to_pose(blackboard, goal, planner_id);
        action SmoothPath(unsmoothed_path: &Path) -> (smoothed_path: Path) =>
            smooth_path(blackboard, unsmoothed_path);
        condition CheckLoad => check_load(blackboard);
        decorator RateController(hz: i32) => RateController { hz };
        action FollowPath(path: &Path) => follow_path(blackboard, path);
        condition GoalUpdated => goal_updated(blackboard);
        action ClearEntireCostmap(service_name: &'static str) =>
            clear_entire_costmap(blackboard, service_name);
        action Spin(spin_dist: f64) => spin(blackboard, spin_dist);
        condition IsBatteryLow(min_battery: f64, battery_topic: &'static str) =>
            is_battery_low(blackboard, min_battery, battery_topic);
        condition WouldAPlannerRecoveryHelp(error_code: u16) =>
            would_aplanner_recovery_help(blackboard, error_code);
        action LookAround => look_around(blackboard);
        /// The value of `goal`.
        value Goal: Pose => blackboard.goal.clone();
        /// The value of `is_short`.
        value IsShort: bool => blackboard.is_short;
        /// The value of `rate`.
        value Rate: i32 => blackboard.rate;
        /// The value of `smooth_path`.
        value SmoothPath2: Path => blackboard.smooth_path.clone();
        /// Keeps the value of `smooth_path` for the next time.
        action KeepSmoothPath(value: Path) => blackboard.smooth_path = value;
        /// The value of `error`.
        value Error: u16 => blackboard.error;
    }

    pub trees from "tests/behavior_tree_cpp/rates.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose;

fn compute_path_to_pose(blackboard: &mut Blackboard, goal: Pose, planner_id: &'static str) -> Poll<Option<Path>> {
    let _ = (blackboard, goal, planner_id);
    todo!("ComputePathToPose")
}

fn smooth_path(blackboard: &mut Blackboard, unsmoothed_path: &Path) -> Poll<Option<Path>> {
    let _ = (blackboard, unsmoothed_path);
    todo!("SmoothPath")
}

fn check_load(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("CheckLoad")
}

/// The decorator `RateController`.
#[derive(Debug)]
pub struct RateController {
    /// A parameter.
    pub hz: i32,
}

impl Decorator<Blackboard> for RateController {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.hz);
        todo!("RateController")
    }
}

fn follow_path(blackboard: &mut Blackboard, path: &Path) -> Status {
    let _ = (blackboard, path);
    todo!("FollowPath")
}

fn goal_updated(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GoalUpdated")
}

fn clear_entire_costmap(blackboard: &mut Blackboard, service_name: &'static str) -> Status {
    let _ = (blackboard, service_name);
    todo!("ClearEntireCostmap")
}

fn spin(blackboard: &mut Blackboard, spin_dist: f64) -> Status {
    let _ = (blackboard, spin_dist);
    todo!("Spin")
}

fn is_battery_low(blackboard: &Blackboard, min_battery: f64, battery_topic: &'static str) -> bool {
    let _ = (blackboard, min_battery, battery_topic);
    todo!("IsBatteryLow")
}

fn would_aplanner_recovery_help(blackboard: &Blackboard, error_code: u16) -> bool {
    let _ = (blackboard, error_code);
    todo!("WouldAPlannerRecoveryHelp")
}

fn look_around(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("LookAround")
}
