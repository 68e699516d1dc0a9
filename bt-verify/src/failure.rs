//! The failure of a simulation.

use super::chance::Draws;
use super::counterexample::{Counterexample, Reason};
use bt_watch::record::Recording;
use core::fmt;
use std::path::Path;

/// The largest number of ticks that are printed; all are on the page.
const PRINTED: usize = 12;

/// A run of [`simulate`](super::simulate) that must not happen, with as few disturbances as were found.
///
/// It is printed with its disturbances and its last ticks, and with how to repeat it.
#[derive(Clone)]
pub struct Failure {
    pub(super) run: Box<Counterexample>,
    /// None, if the run was a replay.
    pub(super) seed: Option<u64>,
    pub(super) draws: Draws,
    pub(super) disturbances: Vec<Disturbance>,
    pub(super) is_repeatable: bool,
}

/// The draws of a step that were not the smallest ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disturbance {
    /// The number of the step; the first one is 1.
    pub step: usize,
    /// The draws and their results: `one_in(20) = true, between(0..100) = 7`.
    pub text: String,
}

impl Failure {
    /// Why the run must not happen.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        self.run.reason()
    }

    /// The ticks of the run.
    #[must_use]
    pub fn run(&self) -> &Counterexample {
        &self.run
    }

    /// The seed of the run in which it was found; `None` if that was a [replay](super::Runs::replay).
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The number of steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.draws.len()
    }

    /// The disturbances of the world.
    #[must_use]
    pub fn disturbances(&self) -> &[Disturbance] {
        &self.disturbances
    }

    /// The draws of each step, for [`Runs::replay`](super::Runs::replay).
    #[must_use]
    pub fn draws(&self) -> &[Vec<u64>] {
        &self.draws
    }

    /// Returns `true` if the run failed again when it was repeated. Otherwise its world has other inputs than its
    /// draws, and nothing could be left out.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.is_repeatable
    }

    /// The run as a recording.
    #[must_use]
    pub fn recording(&self) -> Recording {
        self.run.recording()
    }

    /// The page that was saved; see [`Limits::pages`](super::Limits::pages).
    #[must_use]
    pub fn page(&self) -> Option<&Path> {
        self.run.page()
    }

    fn write_head(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, name) = (self.run.place(), &self.run.tree().name);
        let tick = self.run.len();
        match self.reason() {
            Reason::TreePanicked(message) => {
                write!(
                    formatter,
                    "`{name}` panicked in tick {tick} of the simulation at {place}: {message}"
                )
            }
            Reason::WorldPanicked(message) => {
                write!(
                    formatter,
                    "the world of the simulation at {place} panicked after tick {tick} of `{name}`: {message}"
                )
            }
            Reason::NotAsAssumed => {
                write!(
                    formatter,
                    "what is assumed at {place} is not true of `{name}` in tick {tick}"
                )
            }
            Reason::OtherTree(other) => {
                write!(
                    formatter,
                    "the simulation at {place} has the tree `{other}`, and the proof is of `{name}`"
                )
            }
            Reason::Broken => {
                write!(formatter, "`{name}` breaks the rule at {place} in tick {tick}")
            }
            reason => {
                write!(formatter, "the rule at {place} cannot be asked about `{name}`: {reason}")
            }
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_head(formatter)?;
        if matches!(self.reason(), Reason::OtherTree(_)) {
            return Ok(());
        }
        if let Some(seed) = self.seed {
            write!(formatter, "\n  found with the seed {seed}")?;
        }
        if !self.is_repeatable {
            return write!(
                formatter,
                "\n  repeated, the run did not fail: its world has other inputs than its draws, such as the time of the system"
            );
        }
        let (steps, count) = (self.steps(), self.disturbances.len());
        write!(formatter, "\n  smallest run found: {steps} steps, {count} of them disturbed")?;
        for Disturbance { step, text } in &self.disturbances {
            write!(formatter, "\n  step {step}: {text}")?;
        }
        self.run.write_ticks(PRINTED, formatter)?;
        write!(formatter, "\n  to repeat it: Runs::replay({})", Replay(&self.draws))?;
        match self.page() {
            Some(page) => {
                write!(formatter, "\n  to see it, open this page in a browser: {}", page.display())
            }
            None => Ok(()),
        }
    }
}

/// `vec![vec![]; 40]` → `vec![vec![]; 40]`; other draws as they are.
struct Replay<'d>(&'d Draws);

impl fmt::Display for Replay<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.iter().all(Vec::is_empty) {
            return write!(formatter, "vec![vec![]; {}]", self.0.len());
        }
        formatter.write_str("[")?;
        for (place, step) in self.0.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(formatter, "{comma}vec!{step:?}")?;
        }
        formatter.write_str("]")
    }
}

/// The same as [`Display`](fmt::Display), so that `unwrap` prints the run.
impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter)?;
        fmt::Display::fmt(self, formatter)
    }
}

impl core::error::Error for Failure {}
