//! The environment of a tree: time passes, and from time to time the tree is aborted or stopped.

use crate::random::{Random, mix};
use std::ops::Range;
use std::time::Duration;

/// The minimum number of random trees.
const TREES: u64 = 150;

/// The seeds of the random trees; `MEANING_TREES` of them are compiled.
///
/// # Panics
///
/// Never: the build script has written the numbers.
#[must_use]
pub fn tree_seeds() -> Range<u64> {
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let first = number(env!("MEANING_FIRST_TREE"));
    first..first + number(env!("MEANING_TREES")).max(TREES)
}

/// The seeds of the worlds for each tree; their number is `MEANING_WORLDS`.
///
/// # Panics
///
/// If the variable is not a number.
#[must_use]
pub fn world_seeds(tree: u64, default: u64) -> Vec<u64> {
    let worlds = std::env::var("MEANING_WORLDS");
    let worlds = worlds.map_or(default, |text| text.parse().expect("a number"));
    (0..worlds).map(|world| mix(tree, world)).collect()
}

/// What is done with a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It is ticked at this time.
    Tick(Duration),
    /// It is stopped at this time, in place of a tick.
    Stop(Duration),
    /// It is aborted.
    Abort,
}

/// The clock, the aborts and the stops of a run.
#[derive(Debug)]
pub struct Course {
    random: Random,
    time: Duration,
    stops: bool,
}

impl Course {
    /// The same for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(mix(seed, 0xc0)), time: Duration::from_secs(10), stops: false }
    }

    /// The time of the next tick. Time stands still, advances, jumps forwards or backwards, and
    /// sometimes is the maximum for one tick. The steps are multiples of the durations, so that
    /// deadlines are hit exactly.
    pub fn time(&mut self) -> Duration {
        const STEP: Duration = Duration::from_millis(250);
        let steps = [0, 1, 1, 2, 3, 5][self.random.below(6)];
        match self.random.below(100) {
            0..10 => {}
            10..80 => self.time += STEP * steps,
            80..94 => self.time = self.time.saturating_sub(STEP * 2 * steps),
            94..98 => self.time += Duration::from_secs(70),
            _ => return Duration::MAX,
        }
        self.time
    }

    /// The next tick, or a stop in its place: a tree that was stopped and `runs` usually is stopped again.
    pub fn turn(&mut self, runs: bool) -> Moment {
        let time = self.time();
        self.stops = runs && self.random.chance(if self.stops { 85 } else { 6 });
        if self.stops { Moment::Stop(time) } else { Moment::Tick(time) }
    }

    /// Returns `true` if the tree is aborted after this tick.
    pub fn aborts(&mut self) -> bool {
        self.random.chance(6)
    }
}
