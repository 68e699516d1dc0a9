//! The possible results of a node, and the ticks of its activation in which they are possible, as
//! far as this is known without running a leaf: the statuses of leaves, the decisions of branches
//! and the speed of time are unknown.
//!
//! The children of a node are independent of each other. So a parent needs only the ticks in which
//! each child can succeed, fail and run, to compute its own results and to find children that can
//! never start. The computation is exact up to the 63rd tick. A result that is possible later
//! counts as possible in every later tick.

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

/// The possible memory of a `once` or a `cooldown` at its activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The child has succeeded or failed before.
    pub(crate) success: bool,
    pub(crate) failure: bool,
    /// The child has ended before.
    pub(crate) cooling: bool,
}

impl Memory {
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The possible runs of a composite: its outcomes, and for each child the number of ticks of one
/// activation that it can get; 0 if it can never start.
pub(crate) struct Run {
    pub(crate) outcomes: Outcomes,
    pub(crate) limits: Vec<u32>,
}

impl Outcomes {
    const NONE: Self = Self { success: Ticks::NONE, failure: Ticks::NONE, running: Ticks::NONE };
    const ANY: Self = Self { success: Ticks::ALL, failure: Ticks::ALL, running: Ticks::ALL };

    /// The ticks in which it lets a sequence, or a selector, go on to the next child.
    pub(crate) fn lets_go(self, selector: bool) -> Ticks {
        if selector { self.failure } else { self.success }
    }

    /// The ticks in which it ends a sequence, or a selector.
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

    /// The results in the next tick of a node that has had one of these numbers of ticks.
    fn next(self, had: Ticks) -> Ticks {
        let next = had.later(1);
        let settled = self.settled();
        if next.and(Ticks::only(settled).onwards()).is_empty() {
            return next;
        }
        next.until(settled).or(Ticks::only(settled))
    }

    /// The tick from which on the possible statuses do not change.
    fn settled(self) -> u32 {
        self.success.settled().max(self.failure.settled()).max(self.running.settled())
    }
}

/// Computes the runs of a node that gets at most `limit` ticks of one activation; 64 means no
/// limit. The outcomes are those without a limit.
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
        // The readable parts may stand anywhere.
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
