//! What the parts of a resting tree say of when it has to be ticked again.

use super::Slot;
use crate::Wake;
use core::time::Duration;

/// The first of them.
#[must_use]
#[inline]
pub fn soonest<const N: usize>(wakes: [Wake; N]) -> Wake {
    wakes.into_iter().fold(Wake::OnEvent, Wake::min)
}

/// What a `cooldown` that is not active keeps: until then it fails and does nothing else.
#[must_use]
#[inline]
pub fn cooling(until: Option<Duration>) -> Wake {
    until.map_or(Wake::NextTick, Wake::At)
}

/// What a `once` keeps: if it is this, it will always be.
#[must_use]
#[inline]
pub fn settled(result: Option<bool>, expected: bool) -> Wake {
    if result == Some(expected) { Wake::OnEvent } else { Wake::NextTick }
}

/// What a subtree says that goes by the clock of another blackboard.
#[must_use]
#[inline]
pub fn elsewhere(wake: Wake) -> Wake {
    if matches!(wake, Wake::OnEvent) { Wake::OnEvent } else { Wake::NextTick }
}

impl<S> Slot<S> {
    /// What a child of a parallel says; nothing more is to be done with one that has finished.
    #[inline]
    pub fn wake(&self, child: impl FnOnce(&S) -> Wake) -> Wake {
        if let Self::Open(state) = self { child(state) } else { Wake::OnEvent }
    }
}
