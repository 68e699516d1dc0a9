//! Measures the time of a step.

use std::time::{Duration, Instant};

/// The time that one kind of work has taken.
#[derive(Default)]
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    pub(crate) fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = work();
        self.0 += begin.elapsed();
        result
    }
}

#[derive(Default)]
pub(crate) struct Cost {
    pub(crate) perception: Stopwatch,
    pub(crate) thinking: Stopwatch,
    pub(crate) moving: Stopwatch,
}

impl Cost {
    /// A line with the cost per agent and step.
    pub(crate) fn for_each(&self, ticks: usize) -> String {
        let nanoseconds = |watch: &Stopwatch| watch.0.as_nanos() / ticks.max(1) as u128;
        let build = if cfg!(debug_assertions) { " (a debug build; try --release)" } else { "" };
        format!(
            "an agent and step: perception {} ns, thinking {} ns, moving {} ns{build}",
            nanoseconds(&self.perception),
            nanoseconds(&self.thinking),
            nanoseconds(&self.moving),
        )
    }
}
