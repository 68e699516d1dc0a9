//! An action that goes on while an alarm is asked for in every tick, which would end it. The alarm never comes, so that
//! what decides the same and ends nothing takes as long.

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
    /// From now on there is an alarm, or none.
    pub fn set_alarm(&mut self, alarm: bool) {
        self.alarm = alarm;
    }

    #[inline]
    fn walk(&mut self, round: u32) {
        self.checksum = visit(self.checksum, round ^ self.random >> 30);
    }
}

/// Walks for ever, and says when it has to stop.
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
    /// Runs when there is an alarm, and walks no more.
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

/// The same by hand, but for one thing: what does not go on is forgotten, and nothing is ended.
#[derive(Clone, Debug, Default)]
pub enum Forgetful {
    /// Nothing runs.
    #[default]
    Idle,
    /// There was an alarm.
    Alarmed(Walk),
    /// There was none.
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

    /// The work that was done in a night with an alarm at this time.
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
