// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub object: Pose,
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
        type Pose;
        action OpenGripper => open_gripper(blackboard);
        condition GripperOpen => gripper_open(blackboard);
        action Grasp(object: Pose, force: u32, count: i32 = 0, grip: bool, id: &'static str) =>
            grasp(blackboard, object, force, count, grip, id);
        /// The value of `object`.
        value Object: Pose => blackboard.object.clone();
    }

    pub trees from "tests/behavior_tree_cpp/version3.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose;

fn open_gripper(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("OpenGripper")
}

fn gripper_open(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GripperOpen")
}

fn grasp(blackboard: &mut Blackboard, object: Pose, force: u32, count: i32, grip: bool, id: &'static str) -> Status {
    let _ = (blackboard, object, force, count, grip, id);
    todo!("Grasp")
}
