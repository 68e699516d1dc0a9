// The words of imported trees: fill in each `todo!`.

use bt_core::{Clock, Decorator, Status, behavior_tree};
use std::time::Duration;

/// The world on which the imported trees work.
#[derive(Debug, Default)]
pub struct Blackboard {
    pub count: &'static str,
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
        condition CheckBool(keyname: &'static str) => check_bool(blackboard, keyname);
        action Log(info: &'static str = "log...") => log(blackboard, info);
        /// Imported name: `log`
        action Log2(info: i32) => log2(blackboard, info);
        decorator SubTree(tree: &'static str) => SubTree { tree };
        decorator UntilWin(n: &'static str) => UntilWin { n };
        /// Imported name: `unknown-tree-uuid`
        subtree UnknownTreeUuid;
        /// The value of `count`.
        value Count: &'static str => blackboard.count;
        /// Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.
        decorator Unchanged => Unchanged;
    }

    pub trees from "tests/behavior3/saved_project.tree" with Words;
}

behavior_tree! {
    /// The tree `UnknownTreeUuid`, which is not in the file.
    pub tree UnknownTreeUuid(blackboard: &mut Blackboard) {
        action unknown_tree_uuid(blackboard);
    }
}

fn check_bool(blackboard: &Blackboard, keyname: &'static str) -> bool {
    let _ = (blackboard, keyname);
    todo!("CheckBool")
}

fn log(blackboard: &mut Blackboard, info: &'static str) -> Status {
    let _ = (blackboard, info);
    todo!("Log")
}

fn log2(blackboard: &mut Blackboard, info: i32) -> Status {
    let _ = (blackboard, info);
    todo!("Log2")
}

/// The decorator `SubTree`.
#[derive(Debug)]
pub struct SubTree {
    /// A parameter.
    pub tree: &'static str,
}

impl Decorator<Blackboard> for SubTree {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.tree);
        todo!("SubTree")
    }
}

/// The decorator `UntilWin`.
#[derive(Debug)]
pub struct UntilWin {
    /// A parameter.
    pub n: &'static str,
}

impl Decorator<Blackboard> for UntilWin {
    // It lasts as long as it is active; what it remembers longer is a field of the blackboard.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        let _ = (blackboard, child, &self.n);
        todo!("UntilWin")
    }
}

fn unknown_tree_uuid(blackboard: &mut Blackboard) -> Status {
    let _ = blackboard;
    todo!("UnknownTreeUuid")
}

/// The decorator `Unchanged`.
#[derive(Debug)]
pub struct Unchanged;

impl Decorator<Blackboard> for Unchanged {}
