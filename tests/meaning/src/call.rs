//! The calls of trees and the events of observers, as data.

use crate::language::Slot;
use bt_core::{End, NodeId, Observer, Status};
use std::fmt;
use std::time::Duration;

/// A call from a tree, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call(pub Slot, pub What);

/// A method of the book that was called, and its result.
#[allow(missing_docs, reason = "each is a method of the book")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Ask(bool),
    Act(Status),
    Decide(bool),
    Pick(u32),
    Draw(u32),
    Score,
    Count(u32),
    Span(Duration),
    Serve,
    Check(u32, bool),
    Start(u32),
    Job(u32, u32, Status),
    Wrap(u32, Wraps),
    End(u32, End),
    See(u32),
    Round(usize),
    Find(Option<u32>),
    Range(usize, usize),
    Margin,
    Hire(u32),
    Clean(usize),
    Pass,
}

impl What {
    /// Returns `true` for a call that does not only look at the world.
    #[must_use]
    pub const fn acts(&self) -> bool {
        match self {
            Self::Act(_)
            | Self::Draw(_)
            | Self::Serve
            | Self::Start(_)
            | Self::Job(..)
            | Self::Wrap(..)
            | Self::End(..)
            | Self::Hire(_)
            | Self::Clean(_)
            | Self::Pass => true,
            Self::Ask(_)
            | Self::Decide(_)
            | Self::Pick(_)
            | Self::Score
            | Self::Count(_)
            | Self::Span(_)
            | Self::Check(..)
            | Self::See(_)
            | Self::Round(_)
            | Self::Find(_)
            | Self::Range(..)
            | Self::Margin => false,
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{:?}", self.0, self.1)
    }
}

/// The origin of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A condition or an action.
    Leaf,
    /// A decorator of the user.
    Decorator,
    /// An expression that is not a leaf.
    Expression,
}

/// The work of a decorator in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wraps {
    /// It ticks its child and returns what that returned.
    Passes,
    /// It ticks its child and exchanges success and failure.
    Exchanges,
    /// It does not tick its child.
    LeavesOut(Status),
    /// It ticks its child and returns something else.
    Overrides(Status),
}

/// The payload of a planned panic.
#[derive(Debug)]
pub struct Planned;

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
