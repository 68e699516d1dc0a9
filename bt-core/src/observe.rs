//! Observers that are ready to use.

use crate::{NodeId, Observer, Status};
use core::fmt;

/// What happened to a node in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It gave this status.
    Ticked(Status),
    /// It was active and was stopped.
    Aborted,
}

/// Both see everything, the first one first.
impl<A: Observer, B: Observer> Observer for (A, B) {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.0.leaf(node, status, error);
        self.1.leaf(node, status, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.finished(node, status);
        self.1.finished(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.aborted(node);
        self.1.aborted(node);
    }
}
