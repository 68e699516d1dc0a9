use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The leaves of the tree: conditions on the way down, and work at the bottom.
pub trait Digger {
    /// Returns `true` if the way down from a level is open; it nearly always is.
    fn open(&self, level: u32) -> bool;
    /// Returns `true` if everything has been found on a level; that is rare.
    fn found(&self, level: u32) -> bool;
    /// Digs for eight ticks or so; half of the time for nothing.
    fn dig(&mut self) -> Status;
}

/// The world of one digger.
#[derive(Clone, Debug)]
pub struct Descent {
    random: u32,
    checksum: u32,
    depth: u32,
}

impl World for Descent {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, depth: 0 }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Digger for Descent {
    #[inline]
    fn open(&self, level: u32) -> bool {
        self.random >> 25 != level
    }

    #[inline]
    fn found(&self, level: u32) -> bool {
        (self.random >> 18) & 127 == level
    }

    #[inline]
    fn dig(&mut self) -> Status {
        self.checksum = visit(self.checksum, 1);
        self.depth = self.depth.wrapping_add(self.random >> 30);
        let luck = self.random >> 28;
        if luck > 1 { Status::Running } else { Status::from(luck == 1) }
    }
}

impl<D: Digger> Digger for Opaque<D> {
    #[inline(never)]
    fn open(&self, level: u32) -> bool {
        self.0.open(level)
    }

    #[inline(never)]
    fn found(&self, level: u32) -> bool {
        self.0.found(level)
    }

    #[inline(never)]
    fn dig(&mut self) -> Status {
        self.0.dig()
    }
}
