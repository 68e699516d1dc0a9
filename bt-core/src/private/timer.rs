use crate::Clock;
use core::time::Duration;

/// What time it is.
#[inline]
pub fn now<B: Clock + ?Sized>(blackboard: &B) -> Duration {
    blackboard.now()
}
