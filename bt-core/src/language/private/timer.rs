//! Timers, and when the parts of a resting tree have to be ticked again.

use super::Slot;
use crate::{Clock, Wake, Waking};
use core::task::Waker;
use core::time::Duration;

/// The current time.
#[inline]
pub fn now<B: Clock + ?Sized>(blackboard: &B) -> Duration {
    blackboard.now()
}

/// Returns the time at which a duration will have passed. It is not inlined: its code is large, and timers
/// start rarely.
#[must_use]
#[inline(never)]
pub const fn after(now: Duration, duration: Duration) -> Duration {
    now.saturating_add(duration)
}

/// Computes `now < until` with less code for the compiler.
#[must_use]
#[inline]
pub const fn is_before(now: Duration, until: Duration) -> bool {
    now.as_secs() < until.as_secs()
        || now.as_secs() == until.as_secs() && now.subsec_nanos() < until.subsec_nanos()
}

/// Returns `true` if a cooldown is over.
#[must_use]
#[inline]
pub const fn is_over(until: Option<Duration>, now: Duration) -> bool {
    if let Some(until) = until { !is_before(now, until) } else { true }
}

/// Returns the earliest of several wakes.
#[must_use]
#[inline]
pub fn soonest<const N: usize>(wakes: [Wake; N]) -> Wake {
    wakes.into_iter().fold(Wake::OnEvent, Wake::min)
}

/// Returns the wake of a `cooldown` whose child has ended: until then it fails and does nothing else.
#[must_use]
#[inline]
pub fn cooling(until: Option<Duration>) -> Wake {
    until.map_or(Wake::NextTick, Wake::At)
}

/// Returns the wake of a `once`: a result that is the expected one never changes.
#[must_use]
#[inline]
pub fn settled(result: Option<bool>, expected: bool) -> Wake {
    if result == Some(expected) { Wake::OnEvent } else { Wake::NextTick }
}

/// Returns the wake of a subtree that uses the clock of another blackboard.
#[must_use]
#[inline]
pub fn elsewhere(wake: Wake) -> Wake {
    if matches!(wake, Wake::OnEvent) { Wake::OnEvent } else { Wake::NextTick }
}

impl<S> Slot<S> {
    /// Returns the wake of a child of a parallel; a child that has finished needs no tick.
    #[inline]
    pub fn wake(&self, child: impl FnOnce(&S) -> Wake) -> Wake {
        if let Self::Open(state) = self { child(state) } else { Wake::OnEvent }
    }
}

/// The waker of a blackboard. An inherent method has priority over a trait's, so this one is chosen over
/// [`Dozes::waker`] wherever the blackboard has one.
pub struct Wakes<'b, Blackboard: ?Sized>(pub &'b Blackboard);

impl<'b, Blackboard: Waking + ?Sized> Wakes<'b, Blackboard> {
    #[must_use]
    pub fn waker(&self) -> Option<&'b Waker> {
        Some(self.0.waker())
    }
}

/// A blackboard without a waker.
pub trait Dozes {
    fn waker(&self) -> Option<&'static Waker> {
        None
    }
}

impl<Blackboard: ?Sized> Dozes for Wakes<'_, Blackboard> {}
