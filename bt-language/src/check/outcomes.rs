//! The results that a node can return, and in which tick of its activation, as far as it is known without
//! running a leaf: which statuses the leaves give, how decisions fall and how fast time passes is
//! taken as unknown.
//!
//! A node's children do not know of each other, so the ticks in which each of them can succeed, fail
//! and run are all that a parent need know to compute its own, and to tell which child can never
//! begin. Up to the 63rd tick that is exact; what happens later is taken as possible in any later
//! tick.

mod active;
mod branch;
mod order;
mod parallel;
mod preferred;
mod single;

use super::ticks::Ticks;
use crate::ast::{Goal, Kind, Node};

/// The ticks of an activation in which a node can return each status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcomes {
    pub(crate) success: Ticks,
    pub(crate) failure: Ticks,
    pub(crate) running: Ticks,
}

/// The possible memory of a `once` or a `cooldown` when it is activated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// That its child has succeeded, or failed.
    pub(crate) success: bool,
    pub(crate) failure: bool,
    /// That its child has ended.
    pub(crate) cooling: bool,
}

impl Memory {
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The possible runs of a composite: its outcomes, and for each child how many ticks of one activation it
/// can get; 0 if it can never begin.
pub(crate) struct Run {
    pub(crate) outcomes: Outcomes,
    pub(crate) limits: Vec<u32>,
}

impl Outcomes {
    const NONE: Self = Self { success: Ticks::NONE, failure: Ticks::NONE, running: Ticks::NONE };
    const ANY: Self = Self { success: Ticks::ALL, failure: Ticks::ALL, running: Ticks::ALL };

    /// When it lets a sequence, or a selector, go on to the next child.
    pub(crate) fn lets_go(self, selector: bool) -> Ticks {
        if selector { self.failure } else { self.success }
    }

    /// When it ends a sequence, or a selector.
    fn ends(self, selector: bool) -> Ticks {
        if selector { self.success } else { self.failure }
    }

    /// The outcomes of a sequence, or a selector, that goes on and ends in these ticks.
    fn of_order(through: Ticks, ends: Ticks, running: Ticks, selector: bool) -> Self {
        if selector {
            Self { success: ends, failure: through, running }
        } else {
            Self { success: through, failure: ends, running }
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            success: self.success.or(other.success),
            failure: self.failure.or(other.failure),
            running: self.running.or(other.running),
        }
    }

    fn and(self, ticks: Ticks) -> Self {
        Self {
            success: self.success.and(ticks),
            failure: self.failure.and(ticks),
            running: self.running.and(ticks),
        }
    }

    /// The next tick of a node that has had `had` ticks; those in which it is the same are one.
    fn next(self, had: Ticks) -> Ticks {
        let next = had.later(1);
        let settled = self.settled();
        if next.and(Ticks::only(settled).onwards()).is_empty() {
            return next;
        }
        next.until(settled).or(Ticks::only(settled))
    }

    /// From which tick on it can return always the same statuses.
    fn settled(self) -> u32 {
        self.success.settled().max(self.failure.settled()).max(self.running.settled())
    }
}

/// A node that gets no more than `limit` ticks of one activation; 64 are no limit. The outcomes are
/// those without it.
pub(crate) fn run(node: &Node, memory: Memory, children: &[Outcomes], limit: u32) -> Run {
    match &node.kind {
        Kind::Sequence => order::in_order(children, false, limit),
        Kind::Selector => order::in_order(children, true, limit),
        Kind::ActiveSequence => active::composite(children, false, limit),
        Kind::ActiveSelector => active::composite(children, true, limit),
        Kind::Parallel(policies) => parallel::Parallel::new(children, policies).run(limit),
        Kind::Monitor { policies, conditions } => {
            let (watched, nodes) = children.split_at((*conditions).min(children.len()));
            let body = parallel::Parallel::new(nodes, policies).run(limit);
            let mut limits = vec![limit; watched.len()];
            limits.extend(body.limits);
            Run { outcomes: single::guarded(body.outcomes), limits }
        }
        Kind::Random { goal, .. } => Run {
            outcomes: order::any_order(children, *goal == Goal::Success),
            limits: vec![limit; children.len()],
        },
        Kind::Utility { .. } => {
            Run { outcomes: order::best_first(children), limits: vec![limit; children.len()] }
        }
        Kind::Priority { conditions } => preferred::by_priority(children, conditions, limit),
        Kind::ActiveUtility { .. } => {
            Run { outcomes: preferred::by_score(children), limits: vec![limit; children.len()] }
        }
        Kind::If { active, .. } => branch::branch(children, *active, children.len() < 2, limit),
        Kind::Match { active, .. } => branch::branch(children, *active, false, limit),
        // What could be read of it may stand anywhere.
        Kind::Broken => Run { outcomes: Outcomes::ANY, limits: vec![limit; children.len()] },
        Kind::Condition(_)
        | Kind::Action(_)
        | Kind::Stateful(_)
        | Kind::Wait(_)
        | Kind::Succeed
        | Kind::Fail
        | Kind::Running
        | Kind::Subtree { .. } => Run { outcomes: single::leaf(&node.kind), limits: Vec::new() },
        Kind::Not
        | Kind::ForceSuccess
        | Kind::ForceFailure
        | Kind::Repeat(_)
        | Kind::Retry(_)
        | Kind::Guard(_)
        | Kind::Timeout(_)
        | Kind::Delay(_)
        | Kind::Cooldown(_)
        | Kind::Every(_)
        | Kind::Once
        | Kind::Service(..)
        | Kind::Let { .. }
        | Kind::For { .. }
        | Kind::Finally(_)
        | Kind::With(_) => {
            let child = children.first().copied().unwrap_or(Outcomes::ANY);
            single::decorated(&node.kind, memory, child, limit)
        }
    }
}
