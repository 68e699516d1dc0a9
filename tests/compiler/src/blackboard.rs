//! The blackboard of the trees of this crate.

use bt_core::{Action, Clock, Decorator, End, Status};
use core::time::Duration;

/// A blackboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct Robot {
    /// The time of its world.
    pub time: Duration,
    /// Its position.
    pub place: u32,
    /// In percent.
    pub battery: u32,
    /// The number of a random generator.
    pub draw: u32,
    /// Its orders.
    pub mode: Mode,
}

/// The orders of a robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// No order.
    #[default]
    Off,
    /// Stand still.
    Stand,
    /// Walk to a place.
    Walk(u32),
}

impl Clock for Robot {
    #[inline]
    fn now(&self) -> Duration {
        self.time
    }
}

impl Robot {
    /// The charge of the battery, from 0 to 1.
    pub(crate) fn charge(&self) -> f32 {
        f32::from(u8::try_from(self.battery).unwrap_or(u8::MAX))
    }

    /// Takes one step.
    pub(crate) const fn walk(&mut self) -> Status {
        self.place = self.place.saturating_add(1);
        Status::Running
    }

    /// Fails if there is nothing to take.
    pub(crate) fn take(&mut self) -> Result<(), &'static str> {
        self.battery = self.battery.checked_sub(1).ok_or("empty")?;
        Ok(())
    }
}

/// Walks to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WalkTo {
    /// The place.
    pub place: u32,
}

impl Action<Robot> for WalkTo {
    #[inline]
    fn check(&self, robot: &Robot) -> bool {
        robot.battery > 0
    }

    #[inline]
    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.place = robot.place.saturating_add(1);
        if robot.place < self.place { Status::Running } else { Status::Success }
    }

    #[inline]
    fn end(&mut self, robot: &mut Robot, end: End) {
        if end == End::Aborted {
            robot.mode = Mode::Off;
        }
    }
}

/// Fails its child when the battery is low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Steady {
    /// The minimum charge.
    pub least: u32,
}

impl Decorator<Robot> for Steady {
    #[inline]
    fn tick(&mut self, robot: &mut Robot, child: impl FnOnce(&mut Robot) -> Status) -> Status {
        if robot.battery < self.least { Status::Failure } else { child(robot) }
    }
}
