//! An action that runs while in every tick a condition for an alarm is evaluated, which would abort it.
//! The alarm never comes, so code that makes the same decisions and aborts nothing takes as long.

use crate::world::{World, next_random, seed, visit};
use bt_core::{Action, End, Status, behavior_tree};

/// The world of one watchman.
#[derive(Clone, Debug)]
pub struct Watchman {
    random: u32,
    checksum: u32,
    alarm: bool,
}

impl World for Watchman {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, alarm: false }
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

impl Watchman {
    /// Turns the alarm on or off.
    pub fn set_alarm(&mut self, alarm: bool) {
        self.alarm = alarm;
    }

    #[inline]
    fn walk(&mut self, round: u32) {
        self.checksum = visit(self.checksum, round ^ self.random >> 30);
    }
}

/// Walks for ever, and is told when it has to stop.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where it begins.
    pub round: u32,
}

impl Action<Watchman> for Walk {
    #[inline]
    fn tick(&mut self, watchman: &mut Watchman) -> Status {
        watchman.walk(self.round);
        Status::Running
    }

    #[inline(never)]
    fn end(&mut self, watchman: &mut Watchman, reason: End) {
        watchman.walk(100 + reason as u32);
    }
}

behavior_tree! {
    /// Runs away during an alarm, and walks otherwise.
    #[derive(Clone, Debug)]
    pub tree Patrol(watchman: &mut Watchman) {
        active_selector {
            sequence {
                condition watchman.alarm;
                action Walk { round: 2 };
            }
            action Walk { round: 1 };
        }
    }
}

/// The same by hand, with one difference: an action that does not go on is dropped without a call of
/// `end`.
#[derive(Clone, Debug, Default)]
pub enum Forgetful {
    /// Nothing runs.
    #[default]
    Idle,
    /// There is an alarm.
    Alarmed(Walk),
    /// There is no alarm.
    Calm(Walk),
}

impl Forgetful {
    /// One tick.
    #[inline]
    pub fn tick(&mut self, watchman: &mut Watchman) -> Status {
        match self {
            Self::Alarmed(walk) => walk.tick(watchman),
            _ if watchman.alarm => {
                let mut walk = Walk { round: 2 };
                let status = walk.tick(watchman);
                *self = Self::Alarmed(walk);
                status
            }
            Self::Calm(walk) => walk.tick(watchman),
            Self::Idle => {
                let mut walk = Walk { round: 1 };
                let status = walk.tick(watchman);
                *self = Self::Calm(walk);
                status
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Forgetful, Patrol, Watchman};
    use crate::world::World;
    use bt_core::Status;

    /// The checksum of the actions in a night with an alarm at this time.
    fn night<T: Default>(tick: fn(&mut T, &mut Watchman) -> Status, alarm_at: Option<u32>) -> u32 {
        let (mut tree, mut watchman) = (T::default(), Watchman::new(7));
        for hour in 0..12 {
            watchman.step();
            watchman.set_alarm(Some(hour) == alarm_at);
            assert!(tick(&mut tree, &mut watchman).is_running());
        }
        watchman.checksum()
    }

    #[test]
    fn without_an_alarm_both_do_the_same() {
        let quiet = night(Patrol::tick, None);
        assert_eq!(quiet, night(Forgetful::tick, None));
        assert_ne!(quiet, night(Patrol::tick, Some(5)));
        assert_ne!(night(Patrol::tick, Some(5)), night(Forgetful::tick, Some(5)));
    }
}
