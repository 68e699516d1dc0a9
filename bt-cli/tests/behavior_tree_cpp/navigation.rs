// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub controller: &'static str,
    pub speed: f64,
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
        action ComputePath(planner_id: &'static str) -> (goal: Pose, path: Path) =>
            compute_path(blackboard, planner_id);
        action ClearCostmap(service_name: &'static str) => clear_costmap(blackboard, service_name);
        action FollowPath(path: &Path, controller_id: &'static str) =>
            follow_path(blackboard, path, controller_id);
        action Spin(spin_dist: f64) => spin(blackboard, spin_dist);
        action Wait(wait_duration: f64) => wait(blackboard, wait_duration);
        action BackUp(backup_dist: f64, backup_speed: f64) =>
            back_up(blackboard, backup_dist, backup_speed);
        /// The value of `controller`.
        value Controller: &'static str => blackboard.controller;
        /// The value of `speed`.
        value Speed: f64 => blackboard.speed;
    }

    pub trees from "tests/behavior_tree_cpp/navigation.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose;

fn compute_path(blackboard: &mut Blackboard, planner_id: &'static str) -> Poll<Option<(Pose, Path)>> {
    let _ = (blackboard, planner_id);
    todo!("ComputePath")
}

fn clear_costmap(blackboard: &mut Blackboard, service_name: &'static str) -> Status {
    let _ = (blackboard, service_name);
    todo!("ClearCostmap")
}

fn follow_path(blackboard: &mut Blackboard, path: &Path, controller_id: &'static str) -> Status {
    let _ = (blackboard, path, controller_id);
    todo!("FollowPath")
}

fn spin(blackboard: &mut Blackboard, spin_dist: f64) -> Status {
    let _ = (blackboard, spin_dist);
    todo!("Spin")
}

fn wait(blackboard: &mut Blackboard, wait_duration: f64) -> Status {
    let _ = (blackboard, wait_duration);
    todo!("Wait")
}

fn back_up(blackboard: &mut Blackboard, backup_dist: f64, backup_speed: f64) -> Status {
    let _ = (blackboard, backup_dist, backup_speed);
    todo!("BackUp")
}
