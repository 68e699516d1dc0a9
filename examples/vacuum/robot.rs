//! The robot: its blackboard and its simulated hardware.

use super::house::{Cell, House};
use bt_core::{Clock, Status};
#[cfg(feature = "record")]
use serde::Serialize;
use std::time::Duration;

pub(crate) const STEP: Duration = Duration::from_millis(250);
pub(crate) const BATTERY: u32 = 360;
/// Enough for the way home from everywhere.
const BATTERY_LOW: u32 = 80;
const BIN: u32 = 120;

/// Fields that are not skipped appear in recordings.
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Robot {
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) now: Duration,
    pub(crate) place: Cell,
    pub(crate) battery: u32,
    /// The dust in the bin.
    pub(crate) bin: u32,
    /// `true` while a person carries the robot.
    pub(crate) lifted: bool,
    pub(crate) plugged: bool,
    /// It turns the wheels.
    pub(crate) motor: bool,
    pub(crate) head: Head,
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) house: House,
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) beeps: u32,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Robot {
    pub(crate) const fn new() -> Self {
        Self {
            now: Duration::ZERO,
            place: House::DOCK,
            battery: BATTERY,
            bin: 0,
            lifted: false,
            plugged: false,
            motor: false,
            head: Head { fan: 0, brush: false, misuses: 0 },
            house: House::new(),
            beeps: 0,
        }
    }

    pub(crate) fn needs_dock(&self) -> bool {
        self.battery < BATTERY_LOW || self.bin >= BIN
    }

    pub(crate) fn way_to(&self, goal: Cell) -> Option<Vec<Cell>> {
        self.house.way(self.place, goal)
    }

    /// Takes one step; runs while an obstacle is in the way.
    pub(crate) fn step_to(&mut self, cell: Cell) -> Result<Status, &'static str> {
        self.motor = true;
        if self.house.is_blocked(cell) {
            return Ok(Status::Running);
        }
        self.battery = self.battery.checked_sub(1).ok_or("the battery is empty")?;
        self.place = cell;
        self.take_dust();
        Ok(Status::Success)
    }

    pub(crate) fn stop_motor(&mut self) {
        self.motor = false;
    }

    /// Runs until the battery is full.
    pub(crate) fn charge(&mut self) -> Status {
        self.plugged = true;
        self.battery = (self.battery + 6).min(BATTERY);
        if self.battery == BATTERY { Status::Success } else { Status::Running }
    }

    pub(crate) fn unplug(&mut self) {
        self.plugged = false;
    }

    /// Running until the bin is empty.
    pub(crate) fn empty_bin(&mut self) -> Status {
        self.bin = self.bin.saturating_sub(15);
        if self.bin == 0 { Status::Success } else { Status::Running }
    }

    pub(crate) fn beep(&mut self) {
        self.beeps += 1;
    }

    /// Lets one step of time pass.
    pub(crate) fn advance(&mut self) {
        self.now += STEP;
        if self.head.fan > 0 {
            self.battery = self.battery.saturating_sub(1);
        }
        if !self.lifted {
            self.take_dust();
        }
    }

    fn take_dust(&mut self) {
        self.bin += u32::from(self.head.brush && self.house.take_dust(self.place));
    }
}

/// The cleaning head.
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Head {
    pub(crate) fan: u32,
    pub(crate) brush: bool,
    /// The number of times that the brush turned while the fan was off.
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) misuses: u32,
}

impl Head {
    const FULL_SPEED: u32 = 3;

    /// Runs until the fan has full speed.
    pub(crate) fn speed_up(&mut self) -> Status {
        self.fan += 1;
        self.check();
        if self.fan == Self::FULL_SPEED { Status::Success } else { Status::Running }
    }

    pub(crate) fn stop_fan(&mut self) {
        self.fan = 0;
        self.check();
    }

    pub(crate) fn set_brush(&mut self, on: bool) {
        self.brush = on;
        self.check();
    }

    fn check(&mut self) {
        self.misuses += u32::from(self.brush && self.fan < Self::FULL_SPEED);
    }
}
