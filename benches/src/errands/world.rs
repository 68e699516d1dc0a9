use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The errands: the leaves of the tree. Each takes three ticks, and fails now and then.
pub trait Worker {
    /// Walks a part of the way.
    fn walk(&mut self, way: u32) -> Status;
    /// Turns.
    fn turn(&mut self, angle: u32) -> Status;
    /// Takes something along.
    fn carry(&mut self, weight: u32) -> Status;
    /// Digs.
    fn dig(&mut self, soil: u32) -> Status;
    /// Paints.
    fn paint(&mut self, color: u32) -> Status;
    /// Counts what is there.
    fn count(&mut self, row: u32) -> Status;
    /// Sells.
    fn trade(&mut self, price: u32) -> Status;
    /// Rests.
    fn rest(&mut self, hours: u32) -> Status;
    /// Reads on.
    fn read(&mut self, page: u32) -> Status;
    /// Washes.
    fn wash(&mut self, spot: u32) -> Status;
}

/// The world of one worker. There are ten kinds of errands, so that the compiler cannot make a loop over
/// a table.
#[derive(Clone, Debug, Default)]
pub struct Errands {
    random: u32,
    checksum: u32,
    position: u32,
    heading: u32,
    load: u32,
    depth: u32,
    color: u32,
    stock: u32,
    coins: u32,
    tired: u32,
    pages: u32,
    dirt: u32,
    /// The number of ticks of the current errand.
    progress: u8,
}

impl Errands {
    #[inline]
    fn work(&mut self, errand: u32) -> Status {
        self.checksum = visit(self.checksum, errand);
        self.progress += 1;
        if self.random < 1 << 20 {
            self.progress = 0;
            Status::Failure
        } else if self.progress < 3 {
            Status::Running
        } else {
            self.progress = 0;
            Status::Success
        }
    }
}

impl World for Errands {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), ..Self::default() }
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

impl Worker for Errands {
    #[inline]
    fn walk(&mut self, way: u32) -> Status {
        self.position = self.position.wrapping_add(way);
        self.work(10 * way)
    }

    #[inline]
    fn turn(&mut self, angle: u32) -> Status {
        self.heading ^= angle;
        self.work(1 + 10 * angle)
    }

    #[inline]
    fn carry(&mut self, weight: u32) -> Status {
        self.load = self.load.wrapping_sub(weight);
        self.work(2 + 10 * weight)
    }

    #[inline]
    fn dig(&mut self, soil: u32) -> Status {
        self.depth = self.depth.wrapping_mul(3).wrapping_add(soil);
        self.work(3 + 10 * soil)
    }

    #[inline]
    fn paint(&mut self, color: u32) -> Status {
        self.color = self.color.rotate_left(color);
        self.work(4 + 10 * color)
    }

    #[inline]
    fn count(&mut self, row: u32) -> Status {
        self.stock |= row;
        self.work(5 + 10 * row)
    }

    #[inline]
    fn trade(&mut self, price: u32) -> Status {
        self.coins = self.coins.wrapping_add(self.random >> price);
        self.work(6 + 10 * price)
    }

    #[inline]
    fn rest(&mut self, hours: u32) -> Status {
        self.tired = self.tired.saturating_sub(hours);
        self.work(7 + 10 * hours)
    }

    #[inline]
    fn read(&mut self, page: u32) -> Status {
        self.pages = self.pages.max(page);
        self.work(8 + 10 * page)
    }

    #[inline]
    fn wash(&mut self, spot: u32) -> Status {
        self.dirt &= !spot;
        self.work(9 + 10 * spot)
    }
}

impl<W: Worker> Worker for Opaque<W> {
    #[inline(never)]
    fn walk(&mut self, way: u32) -> Status {
        self.0.walk(way)
    }

    #[inline(never)]
    fn turn(&mut self, angle: u32) -> Status {
        self.0.turn(angle)
    }

    #[inline(never)]
    fn carry(&mut self, weight: u32) -> Status {
        self.0.carry(weight)
    }

    #[inline(never)]
    fn dig(&mut self, soil: u32) -> Status {
        self.0.dig(soil)
    }

    #[inline(never)]
    fn paint(&mut self, color: u32) -> Status {
        self.0.paint(color)
    }

    #[inline(never)]
    fn count(&mut self, row: u32) -> Status {
        self.0.count(row)
    }

    #[inline(never)]
    fn trade(&mut self, price: u32) -> Status {
        self.0.trade(price)
    }

    #[inline(never)]
    fn rest(&mut self, hours: u32) -> Status {
        self.0.rest(hours)
    }

    #[inline(never)]
    fn read(&mut self, page: u32) -> Status {
        self.0.read(page)
    }

    #[inline(never)]
    fn wash(&mut self, spot: u32) -> Status {
        self.0.wash(spot)
    }
}
