//! An action that goes on while an alarm is asked for in every tick: in one tree the alarm ends it, in the other one it
//! ends nothing. The alarm never comes, so that the ticks of both are the same.

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
    fn is_dark(&self) -> bool {
        self.random >> 31 == 0
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
    pub tree CanAbort(watchman: &mut Watchman) {
        active_selector {
            sequence {
                condition watchman.alarm;
                action Walk { round: 2 };
            }
            action Walk { round: 1 };
        }
    }

    /// Looks around when there is an alarm, and walks on.
    #[derive(Clone, Debug)]
    pub tree CannotAbort(watchman: &mut Watchman) {
        active_selector {
            force_failure sequence {
                condition watchman.alarm;
                condition watchman.is_dark();
            }
            action Walk { round: 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CanAbort, CannotAbort, Watchman};
    use crate::world::World;
    use bt_core::BehaviorTree;

    /// What has been done in a night with an alarm at this time.
    fn night<T: BehaviorTree<Watchman>>(alarm_at: Option<u32>) -> u32 {
        let (mut tree, mut watchman) = (T::new(), Watchman::new(7));
        for hour in 0..12 {
            watchman.step();
            watchman.set_alarm(Some(hour) == alarm_at);
            assert!(tree.tick(&mut watchman).is_running());
        }
        watchman.checksum()
    }

    #[test]
    fn without_an_alarm_both_do_the_same() {
        assert_eq!(night::<CanAbort>(None), night::<CannotAbort>(None));
    }

    #[test]
    fn an_alarm_aborts_one_of_them() {
        assert_ne!(night::<CanAbort>(Some(5)), night::<CanAbort>(None));
        assert_eq!(night::<CannotAbort>(Some(5)), night::<CannotAbort>(None));
    }
}
