//! A dog whose day needs timers, parallels, stateful actions, values and expressions.

use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::{Action, Clock, Status};
use std::time::Duration;

/// What the words of the tree look at and do.
pub trait Animal {
    /// From 0 to 100.
    fn hunger(&self) -> u32;
    /// Something is wrong.
    fn danger(&self) -> bool;
    /// The distance is smaller than this.
    fn near(&self, distance: u32) -> bool;
    /// A number for chance.
    fn chance(&self) -> u32;
    /// Does one of the short things.
    fn act(&mut self, action: u32) -> Status;
    /// Eats.
    fn eat(&mut self);
}

/// The world of one dog.
#[derive(Clone, Debug)]
pub struct Yard {
    random: u32,
    checksum: u32,
    hunger: u32,
    ticks: u32,
}

impl World for Yard {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, hunger: agent % 100, ticks: agent }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
        self.ticks = self.ticks.wrapping_add(1);
        self.hunger = (self.hunger + (self.random >> 31)).min(100);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Animal for Yard {
    #[inline]
    fn hunger(&self) -> u32 {
        self.hunger
    }

    #[inline]
    fn danger(&self) -> bool {
        self.ticks & 0x3f < 12
    }

    #[inline]
    fn near(&self, distance: u32) -> bool {
        self.random >> 28 < distance
    }

    #[inline]
    fn chance(&self) -> u32 {
        self.random >> 24
    }

    #[inline]
    fn act(&mut self, action: u32) -> Status {
        self.checksum = visit(self.checksum, action);
        match self.random >> 28 {
            0 => Status::Failure,
            1..6 => Status::Success,
            _ => Status::Running,
        }
    }

    #[inline]
    fn eat(&mut self) {
        self.checksum = visit(self.checksum, 1);
        self.hunger = self.hunger.saturating_sub(20);
    }
}

impl Clock for Yard {
    #[inline]
    fn now(&self) -> Duration {
        Duration::from_millis(100) * self.ticks
    }
}

impl<A: Animal> Animal for Opaque<A> {
    #[inline(never)]
    fn hunger(&self) -> u32 {
        self.0.hunger()
    }

    #[inline(never)]
    fn danger(&self) -> bool {
        self.0.danger()
    }

    #[inline(never)]
    fn near(&self, distance: u32) -> bool {
        self.0.near(distance)
    }

    #[inline(never)]
    fn chance(&self) -> u32 {
        self.0.chance()
    }

    #[inline(never)]
    fn act(&mut self, action: u32) -> Status {
        self.0.act(action)
    }

    #[inline(never)]
    fn eat(&mut self) {
        self.0.eat();
    }
}

/// Goes somewhere for some ticks.
#[derive(Debug)]
pub struct Walk {
    pub(crate) left: u32,
}

impl<A: Animal> Action<A> for Walk {
    fn start(&mut self, dog: &mut A) {
        dog.act(20);
    }

    fn tick(&mut self, dog: &mut A) -> Status {
        dog.act(21);
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Status::Success } else { Status::Running }
    }
}
