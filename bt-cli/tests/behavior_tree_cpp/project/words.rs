// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub shelf: &'static str,
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
        type Way;
        action Listen => listen(blackboard);
        action Dial(number: u16) => dial(blackboard, number);
        action Release(force: f64) => release(blackboard, force);
        action PlanWay(goal: &'static str) -> (/** to the goal */ way: Way) =>
            plan_way(blackboard, goal);
        action FollowWay(way: &Way) => follow_way(blackboard, way);
        condition HornIsFree => horn_is_free(blackboard);
        action Horn(seconds: Duration) => horn(blackboard, seconds);
        action CloseGripper => close_gripper(blackboard);
        /// The value of `shelf`.
        value Shelf: &'static str => blackboard.shelf;
    }

    pub trees from "tests/behavior_tree_cpp/project/deliver.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way;

fn listen(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Listen")
}

fn dial(blackboard: &mut Blackboard, number: u16) -> Status {
    let _ = (blackboard, number);
    todo!("Dial")
}

fn release(blackboard: &mut Blackboard, force: f64) -> Status {
    let _ = (blackboard, force);
    todo!("Release")
}

fn plan_way(blackboard: &mut Blackboard, goal: &'static str) -> Poll<Option<Way>> {
    let _ = (blackboard, goal);
    todo!("PlanWay")
}

fn follow_way(blackboard: &mut Blackboard, way: &Way) -> Status {
    let _ = (blackboard, way);
    todo!("FollowWay")
}

fn horn_is_free(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("HornIsFree")
}

fn horn(blackboard: &mut Blackboard, seconds: Duration) -> Status {
    let _ = (blackboard, seconds);
    todo!("Horn")
}

fn close_gripper(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("CloseGripper")
}
