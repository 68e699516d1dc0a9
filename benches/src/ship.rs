//! Eight stations of a ship that work at the same time: a parallel of eight subtrees of five nodes.

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

/// The stations as a tree.
pub mod tree {
    use super::Crew;
    use bt_core::behavior_tree;

    behavior_tree! {
        /// Runs all stations at once, until six have succeeded or three have failed.
        #[derive(Clone, Debug)]
        pub tree Stations<C: Crew>(ship: &mut C) {
            parallel(success = 6, failure = 3) {
                sequence {
                    selector {
                        condition ship.gun_loaded();
                        action ship.load_gun();
                    }
                    action ship.fire_gun();
                }
                sequence {
                    selector {
                        condition ship.sail_free();
                        action ship.free_sail();
                    }
                    action ship.hoist_sail();
                }
                sequence {
                    selector {
                        condition ship.anchor_clear();
                        action ship.clear_anchor();
                    }
                    action ship.drop_anchor();
                }
                sequence {
                    selector {
                        condition ship.course_known();
                        action ship.take_bearings();
                    }
                    action ship.steer();
                }
                sequence {
                    selector {
                        condition ship.pump_primed();
                        action ship.prime_pump();
                    }
                    action ship.pump();
                }
                sequence {
                    selector {
                        condition ship.stove_lit();
                        action ship.light_stove();
                    }
                    action ship.cook();
                }
                sequence {
                    selector {
                        condition ship.bucket_full();
                        action ship.fill_bucket();
                    }
                    action ship.scrub();
                }
                sequence {
                    selector {
                        condition ship.lamp_filled();
                        action ship.fill_lamp();
                    }
                    action ship.signal();
                }
            }
        }
    }
}

/// The stations by hand.
pub mod hand {
    use super::Crew;
    use bt_core::Status;

    /// Calls a macro with the number and the leaves of each station.
    macro_rules! each {
        ($station:ident) => {
            $station!(0 gun_loaded load_gun fire_gun);
            $station!(1 sail_free free_sail hoist_sail);
            $station!(2 anchor_clear clear_anchor drop_anchor);
            $station!(3 course_known take_bearings steer);
            $station!(4 pump_primed prime_pump pump);
            $station!(5 stove_lit light_stove cook);
            $station!(6 bucket_full fill_bucket scrub);
            $station!(7 lamp_filled fill_lamp signal);
        };
    }

    /// The state of one station.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    enum Station {
        #[default]
        Idle,
        Prepare,
        Work,
        Succeeded,
        Failed,
    }

    impl Station {
        #[inline]
        fn tick<C: Crew>(
            &mut self,
            ship: &mut C,
            ready: impl FnOnce(&C) -> bool,
            prepare: impl FnOnce(&mut C) -> Status,
            work: impl FnOnce(&mut C) -> Status,
        ) {
            let prepares = match self {
                Self::Idle => !ready(ship),
                Self::Prepare => true,
                Self::Work => false,
                Self::Succeeded | Self::Failed => return,
            };
            if prepares {
                match prepare(ship) {
                    Status::Running => {
                        *self = Self::Prepare;
                        return;
                    }
                    Status::Failure => {
                        *self = Self::Failed;
                        return;
                    }
                    Status::Success => {}
                }
            }
            *self = match work(ship) {
                Status::Running => Self::Work,
                Status::Success => Self::Succeeded,
                Status::Failure => Self::Failed,
            };
        }

        #[inline]
        fn is_open(self) -> bool {
            !matches!(self, Self::Succeeded | Self::Failed)
        }
    }

    /// [`tree::Stations`](super::tree::Stations) by hand: a `match` for each station; the finished stations
    /// are counted when another one finishes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Match {
        stations: [Station; 8],
    }

    impl Match {
        /// One tick.
        #[inline]
        pub fn tick<C: Crew>(&mut self, ship: &mut C) -> Status {
            macro_rules! station {
                ($number:literal $ready:ident $prepare:ident $work:ident) => {
                    let station = &mut self.stations[$number];
                    if station.is_open() {
                        station.tick(ship, C::$ready, C::$prepare, C::$work);
                        if !station.is_open() {
                            if self.count(Station::Succeeded) == 6 {
                                return self.finish(Status::Success);
                            }
                            if self.count(Station::Failed) == 3 {
                                return self.finish(Status::Failure);
                            }
                        }
                    }
                };
            }
            each!(station);
            Status::Running
        }

        fn count(self, state: Station) -> usize {
            self.stations.iter().filter(|&&station| station == state).count()
        }

        fn finish(&mut self, status: Status) -> Status {
            *self = Self::default();
            status
        }
    }

    /// The same with two stored counts, and without a branch for counting.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Counts {
        stations: [Station; 8],
        succeeded: u8,
        failed: u8,
    }

    impl Counts {
        /// One tick.
        #[inline]
        pub fn tick<C: Crew>(&mut self, ship: &mut C) -> Status {
            macro_rules! station {
                ($number:literal $ready:ident $prepare:ident $work:ident) => {
                    let station = &mut self.stations[$number];
                    if station.is_open() {
                        station.tick(ship, C::$ready, C::$prepare, C::$work);
                        self.succeeded += u8::from(*station == Station::Succeeded);
                        self.failed += u8::from(*station == Station::Failed);
                        if self.succeeded == 6 || self.failed == 3 {
                            let status = Status::from(self.succeeded == 6);
                            *self = Self::default();
                            return status;
                        }
                    }
                };
            }
            each!(station);
            Status::Running
        }
    }

    /// The same with bits: four for each station.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Masks {
        preparing: u8,
        working: u8,
        succeeded: u8,
        failed: u8,
    }

    impl Masks {
        /// One tick.
        #[inline]
        pub fn tick<C: Crew>(&mut self, ship: &mut C) -> Status {
            let open = !(self.succeeded | self.failed);
            macro_rules! station {
                ($number:literal $ready:ident $prepare:ident $work:ident) => {
                    let bit = 1 << $number;
                    if open & bit != 0 {
                        match self.station(ship, bit, C::$ready, C::$prepare, C::$work) {
                            Status::Running => {}
                            Status::Success => self.succeeded |= bit,
                            Status::Failure => self.failed |= bit,
                        }
                        if self.succeeded.count_ones() == 6 || self.failed.count_ones() == 3 {
                            let status = Status::from(self.succeeded.count_ones() == 6);
                            *self = Self::default();
                            return status;
                        }
                    }
                };
            }
            each!(station);
            Status::Running
        }

        #[inline]
        fn station<C: Crew>(
            &mut self,
            ship: &mut C,
            bit: u8,
            ready: impl FnOnce(&C) -> bool,
            prepare: impl FnOnce(&mut C) -> Status,
            work: impl FnOnce(&mut C) -> Status,
        ) -> Status {
            if self.working & bit == 0 {
                if self.preparing & bit != 0 || !ready(ship) {
                    let status = prepare(ship);
                    if status != Status::Success {
                        self.preparing |= bit;
                        return status;
                    }
                    self.preparing &= !bit;
                }
                self.working |= bit;
            }
            work(ship)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ship, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn they_are_the_same_by_hand() {
        assert_same::<tree::Stations<_>, hand::Match, Ship>(
            tree::Stations::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Stations<_>, hand::Match, Opaque<Ship>>(
            tree::Stations::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Stations<_>, hand::Counts, Ship>(
            tree::Stations::tick,
            hand::Counts::tick,
        );
        assert_same::<tree::Stations<_>, hand::Masks, Ship>(
            tree::Stations::tick,
            hand::Masks::tick,
        );
    }
}
