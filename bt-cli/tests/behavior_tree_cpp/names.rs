// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub self_: SelfData,
    pub a_b: XY,
    pub now: NowData,
    pub spaced_key: Key,
    pub time_now2: Blackboard2,
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
        type Blackboard2;
        type Key;
        type NowData;
        type SelfData;
        type XY;
        /// Imported name: `nav2::Go-To`
        action Nav2GoTo(
            /** Imported name: `blackboard` */
            blackboard_: Blackboard2,
            now: NowData,
            /** Imported name: `self` */
            self_: i32,
            /** Imported name: `type` */
            type_: &'static str,
            /** Imported name: `x.y` */
            x_y: XY,
            /** Imported name: `fn` */
            fn_: &'static str
        ) =>
            nav2_go_to(blackboard, blackboard_, now, self_, type_, x_y, fn_);
        action GoTo(now: &'static str) => go_to(blackboard, now);
        /// Imported name: `GoTo`
        condition GoTo2 => go_to2(blackboard);
        /// Imported name: `Blackboard`
        action Blackboard_ => blackboard_(blackboard);
        decorator Unchanged => Unchanged;
        /// Imported name: `Words`
        action Words_ => words(blackboard);
        /// Imported name: `Words`
        decorator Words2 => Words2;
        /// Imported name: `time_now`
        action TimeNow => time_now(blackboard);
        /// Imported name: `Trees`
        decorator Trees2(fast: bool) => Trees2 { fast };
        /// Imported name: `random`
        action Random(
            seed: i128,
            low: f64,
            f: f64,
            g: f64,
            h: f64,
            i: &'static str,
            j: &'static str,
            k: &'static str,
            b: bool
        ) =>
            random2(blackboard, seed, low, f, g, h, i, j, k, b);
        /// Imported name: `Status`
        action Status_(
            topic: &'static str = "/a",
            count: i32 = 0,
            wait: Duration = 100ms,
            ratio: f64 = 1.0,
            quote: &'static str,
            multi: &'static str,
            empty: &'static str,
            key: Key
        ) =>
            status(blackboard, topic, count, wait, ratio, quote, multi, empty, key);
        action BehaviorTree(/** Imported name: `Self` */ self_: SelfData) =>
            behavior_tree(blackboard, self_);
        /// Imported name: `Duration`
        action Duration_ => duration(blackboard);
        /// The value of `time_now`.
        value TimeNow2: Blackboard2 => blackboard.time_now2.clone();
        /// The value of `now`.
        value Now: NowData => blackboard.now.clone();
        /// The value of `a.b`.
        value AB: XY => blackboard.a_b.clone();
        /// The value of `spaced key`.
        value SpacedKey: Key => blackboard.spaced_key.clone();
        /// The value of `Self`.
        value Self_: SelfData => blackboard.self_.clone();
        /// The script `time_now := 1; self := 2; type = 'x'; 名 := 3`.
        action TimeNowBecomes1SelfBecomes2Type =>
            todo!("time_now := 1; self := 2; type = 'x'; 名 := 3");
        /// The script `time_now + now > 3 and true`.
        condition TimeNowNowAbove3AndTrue => todo!("time_now + now > 3 and true");
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged2 => Unchanged2;
    }

    pub trees from "tests/behavior_tree_cpp/names.tree" with Words;
}

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blackboard2;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Key;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NowData;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelfData;

/// A type of the program: fill in its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct XY;

fn nav2_go_to(blackboard: &mut Blackboard, blackboard_: Blackboard2, now: NowData, self_: i32, type_: &'static str, x_y: XY, fn_: &'static str) -> Status {
    let _ = (blackboard, blackboard_, now, self_, type_, x_y, fn_);
    todo!("Nav2GoTo")
}

fn go_to(blackboard: &mut Blackboard, now: &'static str) -> Status {
    let _ = (blackboard, now);
    todo!("GoTo")
}

fn go_to2(blackboard: &Blackboard) -> bool {
    let _ = blackboard;
    todo!("GoTo2")
}

fn blackboard_(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Blackboard_")
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("Unchanged")
    }
}

fn words(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Words_")
}

/// The decorator `Words2`.
#[derive(Debug)]
pub struct Words2;

impl Decorator<Blackboard> for Words2 {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (self, blackboard, child);
        todo!("Words2")
    }
}

fn time_now(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("TimeNow")
}

/// The decorator `Trees2`.
#[derive(Debug)]
pub struct Trees2 {
    /// A parameter.
    pub fast: bool,
}

impl Decorator<Blackboard> for Trees2 {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.fast);
        todo!("Trees2")
    }
}

fn random2(blackboard: &mut Blackboard, seed: i128, low: f64, f: f64, g: f64, h: f64, i: &'static str, j: &'static str, k: &'static str, b: bool) -> Status {
    let _ = (blackboard, seed, low, f, g, h, i, j, k, b);
    todo!("Random")
}

fn status(blackboard: &mut Blackboard, topic: &'static str, count: i32, wait: Duration, ratio: f64, quote: &'static str, multi: &'static str, empty: &'static str, key: Key) -> Status {
    let _ = (blackboard, topic, count, wait, ratio, quote, multi, empty, key);
    todo!("Status_")
}

fn behavior_tree(blackboard: &mut Blackboard, self_: SelfData) -> Status {
    let _ = (blackboard, self_);
    todo!("BehaviorTree")
}

fn duration(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("Duration_")
}

/// The decorator `Unchanged2`.
#[derive(Debug)]
pub struct Unchanged2;

impl Decorator<Blackboard> for Unchanged2 {}
