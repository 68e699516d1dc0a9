//! Questions that a world answers from its scripts, and an enumeration in every possible way.

use super::{Book, Scripts, UNKNOWN};
use crate::language::Slot;
use bt_core::Clock;
use std::time::Duration;

impl Book {
    /// A random number below the total weight of some children; 0 if they have none.
    pub(crate) fn point(&mut self, slot: Slot, total: u64) -> u64 {
        match &self.scripts {
            Scripts::All(oracle) => {
                let total = usize::try_from(total).expect("weights are small in an enumeration");
                oracle.borrow_mut().choose(total) as u64
            }
            _ => u64::from(self.draw(slot)).checked_rem(total).unwrap_or(0),
        }
    }

    /// The branch of a `match`.
    pub(crate) fn branch(&self, slot: Slot, branches: usize) -> usize {
        match &self.scripts {
            Scripts::All(oracle) => oracle.borrow_mut().choose(branches),
            _ => (self.pick(slot) as usize).min(branches - 1),
        }
    }

    /// Takes the best of some children, which are in the order of their scores. In an enumeration the scores are unknown:
    /// it can be any child, and none if all scores are NaN.
    pub(crate) fn best(&self, order: &mut Vec<usize>) -> Option<usize> {
        let place = match &self.scripts {
            Scripts::All(oracle) => oracle.borrow_mut().choose(order.len() + 1),
            _ => 0,
        };
        (place < order.len()).then(|| order.remove(place))
    }

    /// Returns `true` after the last of the rounds; an unknown number of rounds may end with each.
    pub(crate) fn is_reached(&self, rounds: usize, done: usize) -> bool {
        match &self.scripts {
            Scripts::All(oracle) if rounds == UNKNOWN as usize => oracle.borrow_mut().maybe(),
            _ => done >= rounds,
        }
    }

    /// Returns `true` if this time has come, as 0 always has. An enumeration says so or not from the tick after the
    /// one in which the time was computed, because a clock may jump back.
    pub(crate) fn has_passed(&self, time: Duration) -> bool {
        let now = self.now();
        match &self.scripts {
            Scripts::All(oracle) if now > time && !time.is_zero() => oracle.borrow_mut().maybe(),
            _ => now >= time,
        }
    }
}
