// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub a: ValueA,
    pub st: ValueA,
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
        type ValueA;
        action OpenGripper => open_gripper(blackboard);
        /// Imported name: `type`
        action Type(/** Imported name: `fn` */ fn_: i32) => type_(blackboard, fn_);
        condition IsTrue => is_true(blackboard);
        action Pick => pick(blackboard);
        decorator BlackboardCheckInt(
            /** Imported name: `value_A` */
            value_a: ValueA,
            /** Imported name: `value_B` */
            value_b: i32,
            return_on_mismatch: &'static str
        ) =>
            BlackboardCheckInt { value_a, value_b, return_on_mismatch };
        decorator BlackboardCheckString(
            /** Imported name: `value_A` */
            value_a: ValueA,
            /** Imported name: `value_B` */
            value_b: &'static str
        ) =>
            BlackboardCheckString { value_a, value_b };
        decorator ForceRunning => ForceRunning;
        condition IsDoorClosed => is_door_closed(blackboard);
        action OpenDoor => open_door(blackboard);
        /// The value of `a`.
        value A: ValueA => blackboard.a.clone();
        /// The value of `st`.
        value St: ValueA => blackboard.st.clone();
    }

    pub trees from "tests/behavior_tree_cpp/explicit.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueA;

fn open_gripper(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("OpenGripper")
}

fn type_(blackboard: &mut Blackboard, fn_: i32) -> Status {
    let _ = (blackboard, fn_);
    todo!("Type")
}

fn is_true(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsTrue")
}

fn pick(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Pick")
}

/// The decorator `BlackboardCheckInt`.
#[derive(Debug)]
pub struct BlackboardCheckInt {
    /// A parameter.
    pub value_a: ValueA,
    /// A parameter.
    pub value_b: i32,
    /// A parameter.
    pub return_on_mismatch: &'static str,
}

impl Decorator<Blackboard> for BlackboardCheckInt {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.value_a, &self.value_b, &self.return_on_mismatch);
        todo!("BlackboardCheckInt")
    }
}

/// The decorator `BlackboardCheckString`.
#[derive(Debug)]
pub struct BlackboardCheckString {
    /// A parameter.
    pub value_a: ValueA,
    /// A parameter.
    pub value_b: &'static str,
}

impl Decorator<Blackboard> for BlackboardCheckString {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.value_a, &self.value_b);
        todo!("BlackboardCheckString")
    }
}

/// The decorator `ForceRunning`.
#[derive(Debug)]
pub struct ForceRunning;

impl Decorator<Blackboard> for ForceRunning {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("ForceRunning")
    }
}

fn is_door_closed(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsDoorClosed")
}

fn open_door(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("OpenDoor")
}
