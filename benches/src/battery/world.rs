use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// What is done at each of eight guns: the leaves of the tree.
pub trait Gunner {
    /// Whether a gun is loaded.
    fn loaded(&self, gun: u32) -> bool;
    /// Loads a gun in four ticks or so.
    fn load(&mut self, gun: u32) -> Status;
    /// Aims a gun and fires it; that takes a few ticks too, and fails now and then.
    fn fire(&mut self, gun: u32) -> Status;
}

/// The world of one battery.
#[derive(Clone, Debug)]
pub struct Battery {
    random: u32,
    /// Four random bits for each gun.
    dice: u32,
    checksum: u32,
    loaded: u8,
}

impl Battery {
    #[inline]
    fn dice(&self, gun: u32) -> u32 {
        self.dice >> (4 * gun) & 15
    }
}

impl World for Battery {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), dice: 0, checksum: 0, loaded: 0 }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
        // The lower bits are less random.
        self.dice = (self.random ^ self.random >> 15).wrapping_mul(0x2C1B_3C6D);
        self.dice ^= self.dice >> 13;
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Gunner for Battery {
    #[inline]
    fn loaded(&self, gun: u32) -> bool {
        self.loaded >> gun & 1 != 0
    }

    #[inline]
    fn load(&mut self, gun: u32) -> Status {
        self.checksum = visit(self.checksum, gun);
        if self.dice(gun) < 12 {
            return Status::Running;
        }
        self.loaded |= 1 << gun;
        Status::Success
    }

    #[inline]
    fn fire(&mut self, gun: u32) -> Status {
        self.checksum = visit(self.checksum, 8 + gun);
        match self.dice(gun) {
            0 => Status::Failure,
            1..5 => {
                self.loaded &= !(1 << gun);
                Status::Success
            }
            _ => Status::Running,
        }
    }
}

impl<G: Gunner> Gunner for Opaque<G> {
    #[inline(never)]
    fn loaded(&self, gun: u32) -> bool {
        self.0.loaded(gun)
    }

    #[inline(never)]
    fn load(&mut self, gun: u32) -> Status {
        self.0.load(gun)
    }

    #[inline(never)]
    fn fire(&mut self, gun: u32) -> Status {
        self.0.fire(gun)
    }
}
