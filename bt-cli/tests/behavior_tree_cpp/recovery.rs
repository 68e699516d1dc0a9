// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub backup_code: &'static str,
    pub compute_path_error_code: &'static str,
    pub goal: &'static str,
    pub m: &'static str,
    pub path: &'static str,
    pub selected_controller: &'static str,
    pub selected_planner: &'static str,
    pub spin_code: &'static str,
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
        action ControllerSelector(
            /** the name of the field that is written */
            selected_controller: &'static str,
            default_controller: &'static str,
            topic_name: &'static str
        ) =>
            controller_selector(blackboard, selected_controller, default_controller, topic_name);
        action ComputePathToPose(
            goal: &'static str,
            /** the name of the field that is written */
            path: &'static str,
            planner_id: &'static str,
            /** the name of the field that is written */
            error_code_id: &'static str,
            /** the name of the field that is written */
            error_msg: &'static str
        ) =>
            compute_path_to_pose(blackboard, goal, path, planner_id, error_code_id, error_msg);
        condition WouldAPlannerRecoveryHelp(error_code: &'static str) =>
            would_aplanner_recovery_help(blackboard, error_code);
        action ClearEntireCostmap(service_name: &'static str) =>
            clear_entire_costmap(blackboard, service_name);
        action FollowPath(path: &'static str, controller_id: &'static str) =>
            follow_path(blackboard, path, controller_id);
        condition GoalUpdated => goal_updated(blackboard);
        action Spin(
            spin_dist: f64,
            /** the name of the field that is written */
            error_code_id: &'static str
        ) =>
            spin(blackboard, spin_dist, error_code_id);
        action Wait(wait_duration: f64) => wait(blackboard, wait_duration);
        action BackUp(
            backup_dist: f64,
            backup_speed: f64,
            /** the name of the field that is written */
            error_code_id: &'static str
        ) =>
            back_up(blackboard, backup_dist, backup_speed, error_code_id);
        /// The value of `goal`.
        value Goal: &'static str => blackboard.goal;
        /// The value of `selected_planner`.
        value SelectedPlanner: &'static str => blackboard.selected_planner;
        /// The value of `compute_path_error_code`.
        value ComputePathErrorCode: &'static str => blackboard.compute_path_error_code;
        /// The value of `path`.
        value Path: &'static str => blackboard.path;
        /// The value of `selected_controller`.
        value SelectedController: &'static str => blackboard.selected_controller;
    }

    pub trees from "tests/behavior_tree_cpp/recovery.tree" with Words;
}

fn controller_selector(blackboard: &mut Blackboard, selected_controller: &'static str, default_controller: &'static str, topic_name: &'static str) -> Status {
    let _ = (blackboard, selected_controller, default_controller, topic_name);
    todo!("ControllerSelector")
}

fn compute_path_to_pose(blackboard: &mut Blackboard, goal: &'static str, path: &'static str, planner_id: &'static str, error_code_id: &'static str, error_msg: &'static str) -> Status {
    let _ = (blackboard, goal, path, planner_id, error_code_id, error_msg);
    todo!("ComputePathToPose")
}

fn would_aplanner_recovery_help(blackboard: &Blackboard, error_code: &'static str) -> bool {
    let _ = (blackboard, error_code);
    todo!("WouldAPlannerRecoveryHelp")
}

fn clear_entire_costmap(blackboard: &mut Blackboard, service_name: &'static str) -> Status {
    let _ = (blackboard, service_name);
    todo!("ClearEntireCostmap")
}

fn follow_path(blackboard: &mut Blackboard, path: &'static str, controller_id: &'static str) -> Status {
    let _ = (blackboard, path, controller_id);
    todo!("FollowPath")
}

fn goal_updated(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GoalUpdated")
}

fn spin(blackboard: &mut Blackboard, spin_dist: f64, error_code_id: &'static str) -> Status {
    let _ = (blackboard, spin_dist, error_code_id);
    todo!("Spin")
}

fn wait(blackboard: &mut Blackboard, wait_duration: f64) -> Status {
    let _ = (blackboard, wait_duration);
    todo!("Wait")
}

fn back_up(blackboard: &mut Blackboard, backup_dist: f64, backup_speed: f64, error_code_id: &'static str) -> Status {
    let _ = (blackboard, backup_dist, backup_speed, error_code_id);
    todo!("BackUp")
}
