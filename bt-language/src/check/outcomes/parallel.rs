//! `parallel`, and the nodes of a `monitor`: all unfinished children are ticked, until enough have
//! succeeded or too many have failed.

use super::{Outcomes, Run};
use crate::ast::Policies;
use crate::check::ticks::Ticks;

/// The number of successes and failures that end it.
pub(crate) struct Parallel<'c> {
    children: &'c [Outcomes],
    needed: usize,
    allowed: usize,
}

/// The possible states of a child after some ticks.
#[derive(Clone, Copy)]
struct Options {
    succeeded: bool,
    failed: bool,
    running: bool,
}

/// The number of children that have each option.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Children that must have succeeded, must have failed, or must have done either.
    succeeded: usize,
    failed: usize,
    finished: usize,
    /// Children that may have succeeded, or may have failed, but may also be running.
    can_succeed: usize,
    can_fail: usize,
}

impl<'c> Parallel<'c> {
    pub(crate) fn new(children: &'c [Outcomes], policies: &Policies) -> Self {
        let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let needed = policies.success.of(count).clamp(1, count.max(1)) as usize;
        // It fails when success can no longer be reached.
        let allowed = policies.failure.of(count).max(1) as usize;
        Self { children, needed, allowed: allowed.min(children.len() + 1 - needed) }
    }

    pub(crate) fn run(&self, limit: u32) -> Run {
        let mut limits = vec![0; self.children.len()];
        let mut outcomes = Outcomes::NONE;
        // Once no child's possible statuses change any more, all ticks are alike.
        let settled = self.children.iter().map(|child| child.settled()).max().unwrap_or(1);
        let last = (settled + 1).min(Ticks::MANY);
        for tick in 1..=last {
            let now = Ticks::only(tick);
            let now = if tick == last { now.onwards() } else { now };
            outcomes = outcomes.or(self.tick(tick, &mut limits).and(now));
        }
        for own in &mut limits {
            *own = if *own == last { limit } else { limit.min(*own) };
        }
        Run { outcomes, limits }
    }

    /// The possible results of one tick, as outcomes in all ticks or in none; records which
    /// children can be ticked in it.
    fn tick(&self, tick: u32, limits: &mut [u32]) -> Outcomes {
        let mut here = Outcomes::NONE;
        let mut others = Counts::default();
        for child in self.children {
            others.add(Options::of(child, tick - 1));
        }
        for (child, limit) in self.children.iter().zip(limits) {
            let before = Options::of(child, tick - 1);
            others.remove(before);
            if before.running && self.is_undecided(&others) {
                *limit = tick;
            }
            if before.running && child.success.has(tick) && self.one_short(&others, true) {
                here.success = Ticks::ALL;
            }
            if before.running && child.failure.has(tick) && self.one_short(&others, false) {
                here.failure = Ticks::ALL;
            }
            others.add(Options::of(child, tick));
        }
        if self.is_undecided(&others) {
            here.running = Ticks::ALL;
        }
        here
    }

    /// Returns `true` if it is possible that neither threshold has been reached.
    fn is_undecided(&self, counts: &Counts) -> bool {
        let Counts { succeeded, failed, finished, .. } = *counts;
        (0..=finished).any(|successes| {
            succeeded + successes < self.needed && failed + finished - successes < self.allowed
        })
    }

    /// Returns `true` if it is possible that one child is missing to one threshold, and the other
    /// threshold is not reached.
    fn one_short(&self, counts: &Counts, success: bool) -> bool {
        let (wanted, other) =
            if success { (self.needed, self.allowed) } else { (self.allowed, self.needed) };
        let (ours, theirs, can) = if success {
            (counts.succeeded, counts.failed, counts.can_succeed)
        } else {
            (counts.failed, counts.succeeded, counts.can_fail)
        };
        let Some(missing) = (wanted - 1).checked_sub(ours) else { return false };
        let from_finished = missing.min(counts.finished);
        missing - from_finished <= can && theirs + counts.finished - from_finished < other
    }
}

impl Options {
    /// The possible states after a number of ticks.
    fn of(child: &Outcomes, ticks: u32) -> Self {
        if ticks == 0 {
            return Self { succeeded: false, failed: false, running: true };
        }
        Self {
            succeeded: !child.success.until(ticks).is_empty(),
            failed: !child.failure.until(ticks).is_empty(),
            running: child.running.has(ticks),
        }
    }
}

impl Counts {
    fn add(&mut self, options: Options) {
        for counter in self.counters(options).into_iter().flatten() {
            *counter += 1;
        }
    }

    fn remove(&mut self, options: Options) {
        for counter in self.counters(options).into_iter().flatten() {
            *counter -= 1;
        }
    }

    fn counters(&mut self, options: Options) -> [Option<&mut usize>; 2] {
        let Self { succeeded, failed, finished, can_succeed, can_fail } = self;
        match options {
            Options { running: true, succeeded: success, failed: failure } => {
                [success.then_some(can_succeed), failure.then_some(can_fail)]
            }
            Options { succeeded: true, failed: true, .. } => [Some(finished), None],
            Options { succeeded: true, .. } => [Some(succeeded), None],
            Options { failed: true, .. } => [Some(failed), None],
            _ => [None, None],
        }
    }
}
