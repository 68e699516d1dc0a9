//! The last two ticks of a tree and their events, as an observer receives them.

use super::{Comparison, Row};
use crate::observe::Mark;
use crate::{Node, NodeId, Status};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
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

pub(super) const ROOT: NodeId = NodeId::new(0);
const RUNNING: Mark = Mark::Ticked(Status::Running);

/// The events of a tick, or of an abort of the whole tree.
#[derive(Clone, Debug, Default)]
pub struct Tick {
    pub events: Vec<(NodeId, Mark)>,
    pub errors: Vec<(NodeId, Box<str>)>,
    /// The active nodes that have no active node below them.
    pub tips: Vec<NodeId>,
    /// `true` if the tick panicked.
    pub has_panicked: bool,
}

/// Returns `true` if the node has no children.
pub(super) fn is_leaf(rows: &[impl Row], node: NodeId) -> bool {
    rows.get(node.index()).is_none_or(|row| row.end() == node.after(1))
}

/// Returns `true` if the node is the other one or below it.
pub(super) fn is_in(rows: &[impl Row], node: NodeId, above: NodeId) -> bool {
    node >= above && rows.get(above.index()).is_some_and(|row| node < row.end())
}

impl Tick {
    #[must_use]
    pub const fn new() -> Self {
        Self { events: Vec::new(), errors: Vec::new(), tips: Vec::new(), has_panicked: false }
    }

    pub fn clear(&mut self) {
        self.events.clear();
        self.errors.clear();
        self.tips.clear();
        self.has_panicked = false;
    }

    /// The result of the root. After a panic, the root has none and counts as running.
    pub(super) fn result(&self) -> Mark {
        if self.has_panicked || !self.tips.is_empty() {
            return RUNNING;
        }
        self.last_event(ROOT).unwrap_or(RUNNING)
    }

    fn last_event(&self, of: NodeId) -> Option<Mark> {
        self.events.iter().rev().find(|(node, _)| *node == of).map(|(_, mark)| *mark)
    }

    /// The last event of a node, or running if it is active; `None` if it was not ticked.
    pub(super) fn mark(&self, rows: &[impl Row], node: NodeId) -> Option<Mark> {
        let is_active = self.tips.iter().any(|tip| is_in(rows, *tip, node));
        if is_active { Some(RUNNING) } else { self.last_event(node) }
    }

    /// The activity of the agent: the active tips, or the last leaf of a tick after which no node is active.
    pub(super) fn activity(&self, rows: &[impl Row]) -> Vec<NodeId> {
        if !self.tips.is_empty() {
            return self.tips.clone();
        }
        let leaves = || self.events.iter().rev().filter(|(node, _)| is_leaf(rows, *node));
        let ticked = leaves().find(|(_, mark)| *mark != Mark::Aborted);
        ticked.or_else(|| leaves().next()).map(|(node, _)| *node).into_iter().collect()
    }

    /// The text of the last error of a node.
    pub(super) fn error(&self, of: NodeId) -> Option<&str> {
        self.errors.iter().rev().find(|(node, _)| *node == of).map(|(_, text)| &**text)
    }
}
