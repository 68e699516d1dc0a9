//! A blackboard that records events, and an action that records its start and its end.

use bt_core::{Action, Clock, End, Status};
use std::cell::Cell;
use std::time::Duration;

/// A blackboard that records events.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) log: Vec<String>,
    pub(crate) prey: Option<u32>,
    pub(crate) found: u32,
    pub(crate) status: Option<Status>,
    pub(crate) danger: bool,
    pub(crate) is_open: bool,
    /// How often it was asked whether it is open.
    pub(crate) asked: Cell<u32>,
    pub(crate) now: Duration,
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

impl World {
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.log.push(text.into());
    }

    pub(crate) fn nearest(&mut self) -> Option<u32> {
        self.found += 1;
        self.prey
    }

    pub(crate) fn ask(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.is_open
    }

    pub(crate) fn status(&self) -> Status {
        self.status.unwrap_or(Status::Running)
    }

    pub(crate) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }
}

/// Records its start and its end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Loud(pub(crate) &'static str);

impl Action<World> for Loud {
    fn start(&mut self, world: &mut World) {
        world.say(format!("{} starts", self.0));
    }

    fn tick(&mut self, world: &mut World) -> Status {
        world.status()
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.say(format!("{} {end:?}", self.0));
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prey {
    pub(crate) id: u32,
    pub(crate) hits: u32,
}
