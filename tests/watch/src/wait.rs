//! Waiting for a condition.

use std::thread;
use std::time::{Duration, Instant};

/// The deadline of all waits, even on a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// Tests a condition again and again; returns `false` if it is still false after [`DEADLINE`].
#[must_use]
pub fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while !is_so() {
        if begin.elapsed() > DEADLINE {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}
