//! Waiting for what comes to be sooner or later.

use std::thread;
use std::time::{Duration, Instant};

/// After this time something has hung, however busy the machine is.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// Looks again and again; returns `false` if it is not so after [`DEADLINE`].
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
