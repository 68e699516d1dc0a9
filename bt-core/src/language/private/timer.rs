use crate::Clock;
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
