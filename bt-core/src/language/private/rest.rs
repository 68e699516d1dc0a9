//! When the parts of a resting tree have to be ticked again.

use super::Slot;
use crate::Wake;
use core::time::Duration;

/// The first of them.
#[must_use]
#[inline]
pub fn soonest<const N: usize>(wakes: [Wake; N]) -> Wake {
    wakes.into_iter().fold(Wake::OnEvent, Wake::min)
}

/// The wake of an inactive `cooldown`: until then it fails and does nothing else.
#[must_use]
#[inline]
pub fn cooling(until: Option<Duration>) -> Wake {
    until.map_or(Wake::NextTick, Wake::At)
}

/// The wake of a `once`: if its result is the expected one, it stays so for ever.
#[must_use]
#[inline]
pub fn settled(result: Option<bool>, expected: bool) -> Wake {
    if result == Some(expected) { Wake::OnEvent } else { Wake::NextTick }
}

/// The wake of a subtree that goes by the clock of another blackboard.
#[must_use]
#[inline]
pub fn elsewhere(wake: Wake) -> Wake {
    if matches!(wake, Wake::OnEvent) { Wake::OnEvent } else { Wake::NextTick }
}

impl<S> Slot<S> {
    /// The wake of a child of a parallel; a child that has finished needs no tick.
    #[inline]
    pub fn wake(&self, child: impl FnOnce(&S) -> Wake) -> Wake {
        if let Self::Open(state) = self { child(state) } else { Wake::OnEvent }
    }
}
