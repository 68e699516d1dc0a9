use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The world of one ship.
#[derive(Clone, Debug, Default)]
pub struct Ship {
    random: u32,
    /// Four random bits for each station.
    dice: u32,
    checksum: u32,
    /// One bit for each station that is prepared.
    ready: u8,
    shots: u32,
    speed: u32,
    depth: u32,
    course: u32,
    water: u32,
    meals: u32,
    dirt: u32,
    light: u32,
}

impl Ship {
    #[inline]
    fn prepare(&mut self, station: u32) -> Status {
        self.checksum = visit(self.checksum, station);
        if self.dice >> (4 * station) & 15 < 12 {
            return Status::Running;
        }
        self.ready |= 1 << station;
        Status::Success
    }

    #[inline]
    fn work(&mut self, station: u32) -> Status {
        self.checksum = visit(self.checksum, 8 + station);
        let dice = self.dice >> (4 * station) & 15;
        if dice > 4 {
            return Status::Running;
        }
        self.ready &= !(1 << station);
        Status::from(dice > 0)
    }
}

impl World for Ship {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), ..Self::default() }
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

/// Declares the leaves of all stations. All leaves are different, so that the compiler cannot make a
/// loop.
macro_rules! stations {
    ($($station:literal $ready:ident $prepare:ident $work:ident |$ship:ident| $done:expr;)*) => {
        /// The work at each of eight stations: the leaves of the tree.
        ///
        /// Each station tests whether it is prepared, prepares for about four ticks, and works for a few
        /// ticks, sometimes without success.
        #[allow(missing_docs, reason = "their names say all")]
        pub trait Crew {
            $(
                fn $ready(&self) -> bool;
                fn $prepare(&mut self) -> Status;
                fn $work(&mut self) -> Status;
            )*
        }

        impl Crew for Ship {
            $(
                #[inline]
                fn $ready(&self) -> bool {
                    self.ready >> $station & 1 != 0
                }

                #[inline]
                fn $prepare(&mut self) -> Status {
                    self.prepare($station)
                }

                #[inline]
                fn $work(&mut self) -> Status {
                    let $ship = &mut *self;
                    $done;
                    self.work($station)
                }
            )*
        }

        impl<C: Crew> Crew for Opaque<C> {
            $(
                #[inline(never)]
                fn $ready(&self) -> bool {
                    self.0.$ready()
                }

                #[inline(never)]
                fn $prepare(&mut self) -> Status {
                    self.0.$prepare()
                }

                #[inline(never)]
                fn $work(&mut self) -> Status {
                    self.0.$work()
                }
            )*
        }
    };
}

stations! {
    0 gun_loaded load_gun fire_gun |ship| ship.shots = ship.shots.wrapping_add(1);
    1 sail_free free_sail hoist_sail |ship| ship.speed = ship.speed.max(ship.dice >> 20);
    2 anchor_clear clear_anchor drop_anchor |ship| ship.depth = ship.depth.wrapping_sub(3);
    3 course_known take_bearings steer |ship| ship.course ^= ship.dice;
    4 pump_primed prime_pump pump |ship| ship.water >>= 1;
    5 stove_lit light_stove cook |ship| ship.meals |= ship.random;
    6 bucket_full fill_bucket scrub |ship| ship.dirt &= ship.random;
    7 lamp_filled fill_lamp signal |ship| ship.light = ship.light.rotate_left(7);
}
