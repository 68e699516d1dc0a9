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

    /// The time after a length of time. In an enumeration it is 0 for no length, because that has surely passed.
    pub(crate) fn after(&self, span: Duration) -> Duration {
        match &self.scripts {
            Scripts::All(_) if span.is_zero() => Duration::ZERO,
            _ => self.now().saturating_add(span),
        }
    }

    /// Returns `true` if this time has come. An enumeration says so or not from the tick after the one in which
    /// the time was computed.
    pub(crate) fn has_passed(&self, time: Duration) -> bool {
        let passed = self.now() >= time;
        match &self.scripts {
            Scripts::All(oracle) if passed && !time.is_zero() => oracle.borrow_mut().maybe(),
            _ => passed,
        }
    }
}
