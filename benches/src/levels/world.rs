use crate::world::{Opaque, World, next_random, seed};
use bt_core::Status;

/// The leaves of the tree: conditions on the way down, and work at the bottom and on the way up, each a
/// separate function.
pub trait Miner {
    /// Returns `true` if the way down from a level is open; it nearly always is.
    fn open<const LEVEL: u8>(&self) -> bool;
    /// Returns `true` if everything has been found on a level; that is rare.
    fn found<const LEVEL: u8>(&self) -> bool;
    /// Digs for 32 ticks or so; half of the time for nothing.
    fn dig(&mut self) -> Status;
    /// Clears a level for four ticks or so; half of the time for nothing.
    fn clear<const LEVEL: u8>(&mut self) -> Status;
}

/// The world of one miner.
#[derive(Clone, Debug)]
pub struct Mine {
    random: u32,
    checksum: u32,
    shift: u8,
}

impl Mine {
    /// Adds a leaf to the checksum; returns five pseudorandom bits.
    #[inline]
    fn work(&mut self, leaf: u32) -> u32 {
        self.checksum = (self.checksum ^ leaf).wrapping_mul(0x9E37_79B1).rotate_left(5);
        (self.checksum ^ self.random) >> 27
    }
}

impl World for Mine {
    #[expect(clippy::cast_possible_truncation, reason = "any eight bits will do")]
    fn new(agent: u32) -> Self {
        let random = seed(agent);
        Self { random, checksum: random.rotate_left(13), shift: (random >> 16) as u8 }
    }

    #[inline]
    fn step(&mut self) {
        self.shift = self.shift.wrapping_add(1);
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Miner for Mine {
    #[inline]
    fn open<const LEVEL: u8>(&self) -> bool {
        self.shift != LEVEL
    }

    #[inline]
    fn found<const LEVEL: u8>(&self) -> bool {
        self.shift == LEVEL
    }

    #[inline]
    fn dig(&mut self) -> Status {
        if self.work(99) != 0 {
            Status::Running
        } else if self.checksum & 1 == 0 {
            Status::Success
        } else {
            Status::Failure
        }
    }

    #[inline]
    fn clear<const LEVEL: u8>(&mut self) -> Status {
        match self.work(u32::from(LEVEL)) {
            0..24 => Status::Running,
            24..28 => Status::Success,
            _ => Status::Failure,
        }
    }
}

impl<M: Miner> Miner for Opaque<M> {
    #[inline(never)]
    fn open<const LEVEL: u8>(&self) -> bool {
        self.0.open::<LEVEL>()
    }

    #[inline(never)]
    fn found<const LEVEL: u8>(&self) -> bool {
        self.0.found::<LEVEL>()
    }

    #[inline(never)]
    fn dig(&mut self) -> Status {
        self.0.dig()
    }

    #[inline(never)]
    fn clear<const LEVEL: u8>(&mut self) -> Status {
        self.0.clear::<LEVEL>()
    }
}
