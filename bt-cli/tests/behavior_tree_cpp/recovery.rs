// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub backup_code: &'static str,
    pub compute_path_error_code: u16,
    pub goal: Pose,
    pub m: &'static str,
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
        type Path;
        type Pose;
        type SelectedController;
        action ControllerSelector(
            default_controller: &'static str,
            topic_name: &'static str
        ) -> (selected_controller: SelectedController) =>
            controller_selector(blackboard, default_controller, topic_name);
        action ComputePathToPose(
            goal: Pose,
            planner_id: &'static str,
            /** the name of the field that is written */
            error_code_id: &'static str,
            /** the name of the field that is written */
            error_msg: &'static str
        ) -> (path: Path) =>
            compute_path_to_pose(blackboard, goal, planner_id, error_code_id, error_msg);
        condition WouldAPlannerRecoveryHelp(error_code: u16) =>
            would_aplanner_recovery_help(blackboard, error_code);
        action ClearEntireCostmap(service_name: &'static str) =>
            clear_entire_costmap(blackboard, service_name);
        action FollowPath(path: &Path, controller_id: &SelectedController) =>
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
        value Goal: Pose => blackboard.goal.clone();
        /// The value of `selected_planner`.
        value SelectedPlanner: &'static str => blackboard.selected_planner;
        /// The value of `compute_path_error_code`.
        value ComputePathErrorCode: u16 => blackboard.compute_path_error_code;
    }

    pub trees from "tests/behavior_tree_cpp/recovery.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelectedController;

fn controller_selector(blackboard: &mut Blackboard, default_controller: &'static str, topic_name: &'static str) -> Poll<Option<SelectedController>> {
    let _ = (blackboard, default_controller, topic_name);
    todo!("ControllerSelector")
}

fn compute_path_to_pose(blackboard: &mut Blackboard, goal: Pose, planner_id: &'static str, error_code_id: &'static str, error_msg: &'static str) -> Poll<Option<Path>> {
    let _ = (blackboard, goal, planner_id, error_code_id, error_msg);
    todo!("ComputePathToPose")
}

fn would_aplanner_recovery_help(blackboard: &Blackboard, error_code: u16) -> bool {
    let _ = (blackboard, error_code);
    todo!("WouldAPlannerRecoveryHelp")
}

fn clear_entire_costmap(blackboard: &mut Blackboard, service_name: &'static str) -> Status {
    let _ = (blackboard, service_name);
    todo!("ClearEntireCostmap")
}

fn follow_path(blackboard: &mut Blackboard, path: &Path, controller_id: &SelectedController) -> Status {
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
