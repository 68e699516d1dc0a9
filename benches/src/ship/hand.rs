//! The stations by hand.

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
