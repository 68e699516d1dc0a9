//! The possible results of a node, and the ticks of its activation in which they are possible, as
//! far as this is known without running a leaf: the statuses of leaves, the decisions of branches
//! and the speed of time are unknown.
//!
//! The children of a node are independent of each other. So a parent needs only the ticks in which
//! each child can succeed, fail and run, to compute its own results and to find children that can
//! never start. The computation is exact up to the 63rd tick. A result that is possible later
//! counts as possible in every later tick.

pub(crate) mod active;
pub(crate) mod branch;
pub(crate) mod order;
pub(crate) mod parallel;
pub(crate) mod preferred;

use super::ticks::Ticks;
use crate::ast::Node;

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
    pub(crate) const NONE: Self =
        Self { success: Ticks::NONE, failure: Ticks::NONE, running: Ticks::NONE };
    pub(crate) const ANY: Self =
        Self { success: Ticks::ALL, failure: Ticks::ALL, running: Ticks::ALL };
    /// Success or failure in the first tick.
    pub(crate) const AT_ONCE: Self =
        Self { success: Ticks::FIRST, failure: Ticks::FIRST, running: Ticks::NONE };

    /// The outcomes of a node that can fail before each tick because an expression is false.
    pub(crate) fn guarded(self) -> Self {
        let asked = Ticks::FIRST.or(self.running.later(1));
        Self { failure: self.failure.or(asked), ..self }
    }

    /// The ticks in which it lets a sequence, or a selector, go on to the next child.
    pub(crate) fn lets_go(self, selector: bool) -> Ticks {
        if selector { self.failure } else { self.success }
    }

    /// The ticks in which it ends a sequence, or a selector.
    pub(crate) fn ends(self, selector: bool) -> Ticks {
        if selector { self.success } else { self.failure }
    }

    /// The outcomes of a sequence, or a selector, that goes on and ends in these ticks.
    pub(crate) fn of_order(through: Ticks, ends: Ticks, running: Ticks, selector: bool) -> Self {
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

/// The activation of a node: what is known about its children.
pub(crate) struct Activation<'c> {
    pub(crate) children: &'c [Outcomes],
    pub(crate) memory: Memory,
    /// The number of ticks that the node gets at most; 64 means no limit.
    pub(crate) limit: u32,
}

impl Activation<'_> {
    /// The only child.
    pub(crate) fn child(&self) -> Outcomes {
        self.children.first().copied().unwrap_or(Outcomes::ANY)
    }

    /// These outcomes, where every child can get as many ticks as the node.
    pub(crate) fn every_child(&self, outcomes: Outcomes) -> Run {
        Run { outcomes, limits: vec![self.limit; self.children.len()] }
    }
}

/// How an activation of a node can have ended.
pub(crate) struct Ended {
    /// The child may have succeeded.
    pub(crate) success: bool,
    /// The child may have failed.
    pub(crate) failure: bool,
    /// The node may be activated again.
    pub(crate) again: bool,
}

/// Computes the runs of a node that gets at most `limit` ticks of one activation; 64 means no
/// limit. The outcomes are those without a limit.
pub(crate) fn run(node: &Node, memory: Memory, children: &[Outcomes], limit: u32) -> Run {
    let at = Activation { children, memory, limit };
    match &node.kind {
        Some(kind) => kind.definition().run(&at),
        // Of a node that cannot be read, anything is possible.
        None => at.every_child(Outcomes::ANY),
    }
}
