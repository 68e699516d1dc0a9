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
    /// Lets a tenth of a second pass; to be called between two ticks.
    pub(crate) fn step(&mut self) {
        self.steps += 1;
    }

    /// The number of actions so far.
    pub(crate) fn done(&self) -> u32 {
        self.done
    }

    /// The action at the bottom: it runs, succeeds and fails in turn.
    pub(crate) fn do_0(&mut self) -> Status {
        self.done += 1;
        match self.steps % 4 {
            0 | 1 => Status::Running,
            2 => Status::Success,
            _ => Status::Failure,
        }
    }

    /// The expression of a service.
    pub(crate) fn do_1(&mut self) {
        self.done += 1;
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::from_millis(100) * self.steps
    }
}

/// A decorator that ticks its node while a fact is true; from time to time the fact is false.
pub(crate) struct While {
    pub(crate) fact: u32,
}

impl Decorator<World> for While {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        if world.steps % 32 == self.fact { Status::Failure } else { child(world) }
    }
}
