//! The events of a tick.

use super::Row;
use crate::observe::Mark;
use crate::{NodeId, Status};
use alloc::boxed::Box;
use alloc::vec::Vec;

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
