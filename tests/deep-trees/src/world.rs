//! The blackboard of the deep trees.

use bt_core::{Clock, Decorator, Status};
use std::time::Duration;

/// The blackboard of the trees.
#[derive(Default)]
pub(crate) struct World {
    steps: u32,
    done: u32,
}

impl World {
    /// A tenth of a second passes: to be called between two ticks.
    pub(crate) fn step(&mut self) {
        self.steps += 1;
    }

    /// How often something was done.
    pub(crate) fn done(&self) -> u32 {
        self.done
    }

    /// The action at the bottom: in turn it runs, succeeds and fails.
    pub(crate) fn do_0(&mut self) -> Status {
        self.done += 1;
        match self.steps % 4 {
            0 | 1 => Status::Running,
            2 => Status::Success,
            _ => Status::Failure,
        }
    }

    /// The work of a service.
    pub(crate) fn do_1(&mut self) {
        self.done += 1;
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::from_millis(100) * self.steps
    }
}

/// A decorator: its node is ticked while a fact holds, which fails to hold now and then.
pub(crate) struct While {
    pub(crate) fact: u32,
}

impl Decorator<World> for While {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        if world.steps % 32 == self.fact { Status::Failure } else { child(world) }
    }
}
