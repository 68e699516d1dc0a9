//! `return` and `?` leave their expression and never the tree, even if they come from a macro. An
//! expression that never returns is allowed everywhere.
//!
//! Each file tests one kind of place; `tests/compiler/errors/leaving.txt` has the errors.
#![deny(warnings)]

mod actions;
mod conditions;
mod data;
mod endless;
mod fields;
mod values;

use bt_core::{BehaviorTree, Clock, Status};
use std::time::Duration;

/// Leaves its expression with `$value` if `$condition` is true.
#[macro_export]
macro_rules! leave_if {
    ($condition:expr) => {
        if $condition {
            return;
        }
    };
    ($condition:expr, $value:expr) => {
        if $condition {
            return $value;
        }
    };
}

/// Leaves its expression with `None` or `Err`.
#[macro_export]
macro_rules! ask {
    ($value:expr) => {
        $value?
    };
}

#[derive(Default)]
pub(crate) struct World {
    /// `true` if expressions are left early.
    pub(crate) early: bool,
    pub(crate) name: Option<String>,
    pub(crate) left: Part,
    pub(crate) right: Part,
    pub(crate) log: Vec<&'static str>,
}

#[derive(Default)]
pub(crate) struct Part {
    pub(crate) ticks: u32,
}

impl World {
    pub(crate) fn new(early: bool) -> Self {
        Self { early, ..Self::default() }
    }

    pub(crate) fn say(&mut self, word: &'static str) {
        self.log.push(word);
    }

    /// `None` and `Err`, if expressions are left early.
    pub(crate) fn find(&self) -> Option<u32> {
        (!self.early).then_some(1)
    }

    pub(crate) fn walk(&self) -> Result<u32, &'static str> {
        self.find().ok_or("left")
    }
}

/// The time never changes, so no duration passes.
impl Clock for World {
    fn now(&self) -> Duration {
        Duration::from_secs(9)
    }
}

/// The statuses of a number of ticks, and the words that were recorded. Each status is compared with
/// `is_running`.
pub(crate) fn run<T: BehaviorTree<World> + Default>(
    early: bool,
    ticks: usize,
) -> (Vec<Status>, Vec<&'static str>) {
    let (mut tree, mut world) = (T::default(), World::new(early));
    let mut statuses = Vec::new();
    for _ in 0..ticks {
        let status = tree.tick(&mut world);
        assert_eq!(tree.is_running(), status.is_running());
        statuses.push(status);
    }
    (statuses, world.log)
}

/// The words of two ticks, of a tree that leaves its expression early, and of one that does not.
pub(crate) fn said<T: BehaviorTree<World> + Default>() -> [Vec<&'static str>; 2] {
    [true, false].map(|early| run::<T>(early, 2).1)
}
