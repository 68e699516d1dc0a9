//! The events of a tick, as data.

use bt_core::{NodeId, Observer, Status};
use std::fmt;

/// An event that an observer receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf was ticked, or a condition was evaluated.
    Leaf(NodeId, Status, Option<String>),
    /// A composite or a decorator finished.
    Finished(NodeId, Status),
    /// An active node was aborted.
    Aborted(NodeId),
}

impl fmt::Display for Event {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(node, status, None) => write!(formatter, "{node}={status}"),
            Self::Leaf(node, status, Some(error)) => {
                write!(formatter, "{node}={status}({error})")
            }
            Self::Finished(node, status) => write!(formatter, "[{node}]={status}"),
            Self::Aborted(node) => write!(formatter, "!{node}"),
        }
    }
}

/// Collects the events, and the texts of all errors in their order.
#[derive(Debug, Default)]
pub struct Trace(pub Vec<Event>, pub Vec<(NodeId, String)>);

impl Observer for Trace {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        let error = error.map(|error| error.to_string());
        self.1.extend(error.clone().map(|error| (node, error)));
        self.0.push(Event::Leaf(node, status, error));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.1.push((node, error.to_string()));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(Event::Finished(node, status));
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.push(Event::Aborted(node));
    }
}
