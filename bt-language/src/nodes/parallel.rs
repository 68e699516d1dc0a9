//! `parallel(…) { … }`

use super::prelude::*;
use crate::ast::{self, Threshold};
use proc_macro2::Span;

pub(super) const ROW: Row = Row {
    word: "parallel",
    arguments: A::Policies,
    description: "ticks all unfinished children in every tick, in order",
    details: "`P` is `all`, `one` or a number; the default is `success = all, failure = one`. The \
        thresholds are tested after each child that finishes. When one is reached, the tick ends at \
        once and the running children are aborted; the node fails as soon as success can no longer \
        be reached.",
    example: "parallel(success = one) { action npc.walk(); wait(10s); }",
    wake: &[("", "the earliest time of its unfinished children")],
    in_files: InFiles::Plain(
        "`parallel { … }`",
        "all nodes at once; succeeds when all have succeeded, and fails when one fails; \
            `parallel(success = one)` succeeds with the first",
    ),
    icon: "parallel",
    elsewhere: &["concurrent", "simultaneous", "when_all", "parallel_all"],
    elsewhere_forms: &[
        ("when_any", "parallel(success = one)"),
        ("race", "parallel(success = one)"),
    ],
    make: |of, _| made(Parallel(of.policies())),
    read: Parser::Node(|reader| {
        let policies = reader.policies();
        reader.block(policies.map(|policies| made(Parallel(policies))))
    }),
    most_children: Some((MOST_BESIDE, "a `parallel` takes at most 1000 children")),
    begins_with_child: true,
    rest: Rest::Children,
    overlaps: true,
    ..Row::COMPOSITE
};

/// Ticks all its children.
struct Parallel(Policies);

impl Definition for Parallel {
    fn literals(&self, literals: &mut Literals) {
        literals.add_policies(&self.0);
    }

    fn text(&self, _: &Expressions) -> String {
        self.0.text()
    }

    fn mistakes(&self, children: &[ast::Node]) -> Vec<(Span, String)> {
        threshold_mistakes(&self.0, children, 0)
    }

    fn keeps_data(&self, _: &Row, children: usize) -> bool {
        children > 1
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        outcomes(at.children, &self.0, at.limit)
    }

    fn cuts_short(&self, children: &[Outcomes]) -> (Vec<bool>, &'static str) {
        cuts_short(children, &self.0)
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        // With one child it is like that child.
        b.around_child(|exits| exits)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.parallel(&self.0);
        Ok(())
    }
}

/// The mistakes in thresholds: each is at least 1, and at most the number of children that are
/// ticked.
pub(super) fn threshold_mistakes(
    policies: &Policies,
    children: &[ast::Node],
    conditions: usize,
) -> Vec<(Span, String)> {
    let mut mistakes = Vec::new();
    if children.iter().any(|child| child.kind.is_none()) {
        // An unreadable child may have been several children.
        return mistakes;
    }
    let count = children.len() - conditions;
    for (name, threshold) in [("success", policies.success), ("failure", policies.failure)] {
        let Threshold::Number(number, span) = threshold else { continue };
        if number == 0 {
            let text = format!("`{name} = 0` decides before any child is ticked; write at least 1");
            mistakes.push((span, text));
        } else if u32::try_from(count).is_ok_and(|count| number > count) {
            let children = if count == 1 { "child" } else { "children" };
            let text = format!(
                "`{name} = {number}` can never be reached by {count} {children}; write at most {count}"
            );
            mistakes.push((span, text));
        }
    }
    mistakes
}

/// The possible runs of a `parallel`, or of the nodes of a `monitor`: all unfinished children are
/// ticked, until enough have succeeded or too many have failed.
pub(super) fn outcomes(children: &[Outcomes], policies: &Policies, limit: u32) -> Run {
    Thresholds::new(children, policies).run(limit)
}

/// For each child of a `parallel`, or each node of a `monitor`, `true` if the others can end it while that child runs.
pub(super) fn cuts_short(children: &[Outcomes], policies: &Policies) -> (Vec<bool>, &'static str) {
    let Thresholds { needed, allowed, .. } = Thresholds::new(children, policies);
    let can = |result: fn(&Outcomes) -> Ticks| {
        children.iter().filter(|of| !result(of).is_empty()).count()
    };
    let (successes, failures) = (can(|of| of.success), can(|of| of.failure));
    let is_cut = |of: &Outcomes| {
        successes - usize::from(!of.success.is_empty()) >= needed
            || failures - usize::from(!of.failure.is_empty()) >= allowed
    };
    let advice = "let the `parallel` wait for all: `success = all`, and `force_success` before each other node that can fail";
    (children.iter().map(is_cut).collect(), advice)
}

/// The number of successes and failures that end a parallel.
struct Thresholds<'c> {
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

impl<'c> Thresholds<'c> {
    fn new(children: &'c [Outcomes], policies: &Policies) -> Self {
        let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let needed = policies.success.of(count).clamp(1, count.max(1)) as usize;
        // It fails when success can no longer be reached.
        let allowed = policies.failure.of(count).max(1) as usize;
        Self { children, needed, allowed: allowed.min(children.len() + 1 - needed) }
    }

    fn run(&self, limit: u32) -> Run {
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
