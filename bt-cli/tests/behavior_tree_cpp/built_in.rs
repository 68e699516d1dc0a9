// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub root_goal: Shared,
    pub goal: Pose,
    pub side: SideData,
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
        type Shared;
        type SideData;
        action OpenGripper => open_gripper(blackboard);
        action Grab(side: &SideData) => grab(blackboard, side);
        decorator LoopString(
            queue: &'static str,
            if_empty: &'static str,
            /** the name of the field that is written */
            value: &'static str
        ) =>
            LoopString { queue, if_empty, value };
        action Show(goal: Pose, shared: &Shared) => show(blackboard, goal, shared);
        decorator SkipUnlessUpdated(entry: Pose) => SkipUnlessUpdated { entry };
        action Wink(
            times: u16,
            /** between two of them */
            pause: Duration = 100ms,
            rest: Duration = 2s
        ) =>
            wink(blackboard, times, pause, rest);
        decorator WaitValueUpdate(entry: Pose) => WaitValueUpdate { entry };
        action WasEntryUpdated(entry: Pose) => was_entry_updated(blackboard, entry);
        action CloseGripper => close_gripper(blackboard);
        action Lift => lift(blackboard);
        action Lower => lower(blackboard);
        action ReleaseAll => release_all(blackboard);
        /// The value of `side`.
        value Side: SideData => blackboard.side.clone();
        /// The value of `goal`.
        value Goal: Pose => blackboard.goal.clone();
        /// The value of `@goal`.
        value RootGoal: Shared => blackboard.root_goal.clone();
    }

    pub trees from "tests/behavior_tree_cpp/built_in.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideData;

fn open_gripper(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("OpenGripper")
}

fn grab(blackboard: &mut Blackboard, side: &SideData) -> Status {
    let _ = (blackboard, side);
    todo!("Grab")
}

/// The decorator `LoopString`.
#[derive(Debug)]
pub struct LoopString {
    /// A parameter.
    pub queue: &'static str,
    /// A parameter.
    pub if_empty: &'static str,
    /// A parameter.
    pub value: &'static str,
}

impl Decorator<Blackboard> for LoopString {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.queue, &self.if_empty, &self.value);
        todo!("LoopString")
    }
}

fn show(blackboard: &mut Blackboard, goal: Pose, shared: &Shared) -> Status {
    let _ = (blackboard, goal, shared);
    todo!("Show")
}

/// The decorator `SkipUnlessUpdated`.
#[derive(Debug)]
pub struct SkipUnlessUpdated {
    /// A parameter.
    pub entry: Pose,
}

impl Decorator<Blackboard> for SkipUnlessUpdated {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.entry);
        todo!("SkipUnlessUpdated")
    }
}

fn wink(blackboard: &mut Blackboard, times: u16, pause: Duration, rest: Duration) -> Status {
    let _ = (blackboard, times, pause, rest);
    todo!("Wink")
}

/// The decorator `WaitValueUpdate`.
#[derive(Debug)]
pub struct WaitValueUpdate {
    /// A parameter.
    pub entry: Pose,
}

impl Decorator<Blackboard> for WaitValueUpdate {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.entry);
        todo!("WaitValueUpdate")
    }
}

fn was_entry_updated(blackboard: &mut Blackboard, entry: Pose) -> Status {
    let _ = (blackboard, entry);
    todo!("WasEntryUpdated")
}

fn close_gripper(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("CloseGripper")
}

fn lift(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Lift")
}

fn lower(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Lower")
}

fn release_all(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("ReleaseAll")
}
