// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use std::task::Poll;
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub root_shared: Double,
    pub battery: f64,
    pub items: Queue,
    pub mode: &'static str,
    pub n: f64,
    pub p: PoppedItem,
    pub q: Queue,
    pub run: bool,
    pub s: &'static str,
    pub spin: bool,
    pub v: X,
    pub x: f64,
    pub y: f64,
    pub z: f64,
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
        type Double;
        type PoppedItem;
        type Pos;
        type Position2D;
        type Queue;
        type X;
        action UpdatePosition(at: &Double) -> (/** where */ pos: Position2D, pos2: Pos) =>
            update_position(blackboard, at);
        condition IsDoorClosed => is_door_closed(blackboard);
        action A1 => a1(blackboard);
        action A2 => a2(blackboard);
        action A3 => a3(blackboard);
        condition IsBusy => is_busy(blackboard);
        action A4(x: &X) => a4(blackboard, x);
        decorator LoopDouble(
            queue: &'static str,
            /** the name of the field that is written */
            value: &'static str
        ) =>
            LoopDouble { queue, value };
        action Say(message: &&'static str) => say(blackboard, message);
        decorator LoopString(
            queue: Queue,
            /** the name of the field that is written */
            value: &'static str,
            if_empty: &'static str
        ) =>
            LoopString { queue, value, if_empty };
        decorator EntryUpdated(entry: f64) => EntryUpdated { entry };
        decorator SkipUnlessUpdated(entry: f64) => SkipUnlessUpdated { entry };
        decorator WaitValueUpdate(entry: f64) => WaitValueUpdate { entry };
        action WasEntryUpdated(entry: &f64) => was_entry_updated(blackboard, entry);
        action TestNode(return_status: &'static str) => test_node(blackboard, return_status);
        decorator ConsumeQueue(queue: Queue, popped_item: PoppedItem) =>
            ConsumeQueue { queue, popped_item };
        action OpenDoor => open_door(blackboard);
        /// The value of `@shared`.
        value RootShared: Double => blackboard.root_shared.clone();
        /// The value of `y`.
        value Y: f64 => blackboard.y;
        /// The value of `z`.
        value Z: f64 => blackboard.z;
        /// The value of `x`.
        value X2: f64 => blackboard.x;
        /// The script `n-=1`.
        action NMinus1 => blackboard.n = blackboard.n - 1.0;
        /// Runs `spin:=false` when its child has succeeded or failed.
        decorator AtEndSpinBecomesFalse => AtEndSpinBecomesFalse;
        /// Runs `n+=1` when its child is aborted.
        decorator AtAbortNPlus1 => AtAbortNPlus1;
        /// The value of `run`.
        value Run: bool => blackboard.run;
        /// The value of `mode`.
        value Mode: &'static str => blackboard.mode;
        /// The value of `battery`.
        value Battery: f64 => blackboard.battery;
        /// The value of `v`.
        value V: X => blackboard.v.clone();
        /// The value of `s`.
        value S: &'static str => blackboard.s;
        /// The value of `items`.
        value Items: Queue => blackboard.items.clone();
        /// Unsets `x`.
        action UnsetX => blackboard.x = Default::default();
        /// The value of `q`.
        value Q: Queue => blackboard.q.clone();
        /// The value of `p`.
        value P: PoppedItem => blackboard.p.clone();
    }

    pub trees from "tests/behavior_tree_cpp/groot.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Double;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoppedItem;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pos;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Position2D;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct X;

fn update_position(blackboard: &mut Blackboard, at: &Double) -> Poll<Option<(Position2D, Pos)>> {
    let _ = (blackboard, at);
    todo!("UpdatePosition")
}

fn is_door_closed(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsDoorClosed")
}

fn a1(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("A1")
}

fn a2(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("A2")
}

fn a3(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("A3")
}

fn is_busy(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("IsBusy")
}

fn a4(blackboard: &mut Blackboard, x: &X) -> Status {
    let _ = (blackboard, x);
    todo!("A4")
}

/// The decorator `LoopDouble`.
#[derive(Debug)]
pub struct LoopDouble {
    /// A parameter.
    pub queue: &'static str,
    /// A parameter.
    pub value: &'static str,
}

impl Decorator<Blackboard> for LoopDouble {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.queue, &self.value);
        todo!("LoopDouble")
    }
}

fn say(blackboard: &mut Blackboard, message: &&'static str) -> Status {
    let _ = (blackboard, message);
    todo!("Say")
}

/// The decorator `LoopString`.
#[derive(Debug)]
pub struct LoopString {
    /// A parameter.
    pub queue: Queue,
    /// A parameter.
    pub value: &'static str,
    /// A parameter.
    pub if_empty: &'static str,
}

impl Decorator<Blackboard> for LoopString {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.queue, &self.value, &self.if_empty);
        todo!("LoopString")
    }
}

/// The decorator `EntryUpdated`.
#[derive(Debug)]
pub struct EntryUpdated {
    /// A parameter.
    pub entry: f64,
}

impl Decorator<Blackboard> for EntryUpdated {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.entry);
        todo!("EntryUpdated")
    }
}

/// The decorator `SkipUnlessUpdated`.
#[derive(Debug)]
pub struct SkipUnlessUpdated {
    /// A parameter.
    pub entry: f64,
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

/// The decorator `WaitValueUpdate`.
#[derive(Debug)]
pub struct WaitValueUpdate {
    /// A parameter.
    pub entry: f64,
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

fn was_entry_updated(blackboard: &mut Blackboard, entry: &f64) -> Status {
    let _ = (blackboard, entry);
    todo!("WasEntryUpdated")
}

fn test_node(blackboard: &mut Blackboard, return_status: &'static str) -> Status {
    let _ = (blackboard, return_status);
    todo!("TestNode")
}

/// The decorator `ConsumeQueue`.
#[derive(Debug)]
pub struct ConsumeQueue {
    /// A parameter.
    pub queue: Queue,
    /// A parameter.
    pub popped_item: PoppedItem,
}

impl Decorator<Blackboard> for ConsumeQueue {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.queue, &self.popped_item);
        todo!("ConsumeQueue")
    }
}

fn open_door(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("OpenDoor")
}

/// The decorator `AtEndSpinBecomesFalse`.
#[derive(Debug)]
pub struct AtEndSpinBecomesFalse;

impl Decorator<Blackboard> for AtEndSpinBecomesFalse {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end != End::Aborted {
            blackboard.spin = false;
        }
    }
}

/// The decorator `AtAbortNPlus1`.
#[derive(Debug)]
pub struct AtAbortNPlus1;

impl Decorator<Blackboard> for AtAbortNPlus1 {
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        if end == End::Aborted {
            blackboard.n = blackboard.n + 1.0;
        }
    }
}
