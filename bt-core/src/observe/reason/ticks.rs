//! The last two ticks of a tree, as an observer receives them.

use super::tick::{ROOT, is_in};
use super::{Comparison, Tick};
use crate::observe::Mark;
use crate::{Node, NodeId, Status};
use alloc::string::{String, ToString};
use core::{fmt, mem};

/// The last tick and the one before it. An abort of the whole tree counts as a tick.
#[derive(Clone, Debug)]
pub(crate) struct Ticks {
    before: Tick,
    /// `false` if the tick before is unknown: it panicked, or there was none.
    knows_before: bool,
    now: Tick,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// There was no tick.
    Start,
    /// A tick has begun.
    Tick,
    /// The program aborts the tree.
    Abort,
    /// The tick has ended.
    End,
}

impl Ticks {
    pub(crate) const fn new() -> Self {
        Self { before: Tick::new(), knows_before: false, now: Tick::new(), phase: Phase::Start }
    }

    pub(crate) fn begin(&mut self) {
        self.next(Phase::Tick);
    }

    fn next(&mut self, phase: Phase) {
        self.knows_before = match self.phase {
            // A tick that has not ended panicked.
            Phase::Start | Phase::Tick => false,
            Phase::Abort | Phase::End => true,
        };
        mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        self.phase = phase;
    }

    pub(crate) fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.now.events.push((node, Mark::Ticked(status)));
        if let Some(error) = error {
            self.error(node, error);
        }
    }

    pub(crate) fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.now.errors.push((node, error.to_string().into()));
    }

    pub(crate) fn finished(&mut self, node: NodeId, status: Status) {
        self.now.events.push((node, Mark::Ticked(status)));
    }

    pub(crate) fn aborted(&mut self, node: NodeId) {
        match self.phase {
            Phase::Start | Phase::End => self.next(Phase::Abort),
            Phase::Tick | Phase::Abort => {}
        }
        self.now.events.push((node, Mark::Aborted));
    }

    /// Returns `true` if the program has aborted the whole tree, of which this node was the last.
    pub(crate) fn is_whole_abort(&self, node: NodeId) -> bool {
        self.phase == Phase::Abort && node == ROOT
    }

    pub(crate) fn end(&mut self, nodes: &[Node], active: impl IntoIterator<Item = NodeId>) {
        for node in active {
            // In pre-order, a tip so far that is above this node comes directly before it.
            if self.now.tips.last().is_some_and(|tip| is_in(nodes, node, *tip)) {
                self.now.tips.pop();
            }
            self.now.tips.push(node);
        }
        self.phase = Phase::End;
    }

    /// The sentence about the last tick; `None` if there is nothing to explain.
    pub(crate) fn reason(&self, nodes: &[Node]) -> Option<String> {
        let before = self.knows_before.then_some(&self.before);
        let parts = Comparison { rows: nodes, now: &self.now, before }.reason();
        let text: String = parts.iter().map(|part| part.text(nodes)).collect();
        Some(text).filter(|text| !text.is_empty())
    }
}
