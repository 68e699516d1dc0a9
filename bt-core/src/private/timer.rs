use crate::Clock;
use core::time::Duration;

/// What time it is.
#[inline]
pub fn now<B: Clock + ?Sized>(blackboard: &B) -> Duration {
    blackboard.now()
}

/// The time that long after now; the end of time where it would be later than that.
#[inline]
pub fn after<B: Clock + ?Sized>(blackboard: &B, duration: Duration) -> Duration {
    blackboard.now().saturating_add(duration)
}
