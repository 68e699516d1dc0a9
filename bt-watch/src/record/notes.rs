//! The events of a tick while it runs.

use super::frame::{Packed, Touched, event, node_and_mark};
use bt_core::__internal::NOTHING;
use bt_core::Inspect;
use bt_core::observe::Mark;
use bt_core::{NodeId, Observer, Status};
use std::boxed::Box;
use std::fmt;
use std::string::ToString;
use std::vec::Vec;

/// The events of the current tick.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(super) events: Vec<u32>,
    pub(super) errors: Vec<(NodeId, Box<str>)>,
    pub(super) tips: Vec<NodeId>,
    /// `true` if it panicked.
    pub(super) unfinished: bool,
    pub(super) touched: Touched,
}

impl Notes {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.errors.clear();
        self.unfinished = false;
        self.touched = Touched::default();
    }

    /// Notes that the answer of a leaf was forced.
    pub(crate) fn forced(&mut self, leaf: NodeId) {
        if !self.touched.forced.contains(&leaf) {
            self.touched.forced.push(leaf);
        }
    }

    /// The leaves whose answers were forced in this tick.
    pub(crate) fn forced_leaves(&self) -> &[NodeId] {
        &self.touched.forced
    }

    /// The events of the tick so far.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (NodeId, Mark)> {
        self.events.iter().copied().map(node_and_mark)
    }

    pub(super) fn prepend(&mut self, frame: &Packed) {
        self.events.splice(0..0, frame.events());
        self.errors.splice(0..0, frame.errors.iter().cloned());
        self.unfinished |= frame.unfinished;
        if let Some(touched) = &frame.touched {
            self.touched.forced.splice(0..0, touched.forced.iter().copied());
            self.touched.set.splice(0..0, touched.set.iter().cloned());
        }
    }

    /// Finds the tips: active nodes without an active node below them.
    pub(super) fn find_tips(&mut self, tree: &impl Inspect) {
        self.tips.clear();
        let mut from = 0;
        loop {
            let tip = tree.tip_from(from);
            if tip < from || tip == NOTHING {
                return;
            }
            self.tips.push(NodeId::new(tip));
            from = tip + 1;
        }
    }
}

impl Observer for Notes {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.events.push(event(node, Mark::Ticked(status)));
        if let Some(error) = error {
            self.errors.push((node, error.to_string().into()));
        }
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.errors.push((node, error.to_string().into()));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.events.push(event(node, Mark::Ticked(status)));
    }

    fn aborted(&mut self, node: NodeId) {
        self.events.push(event(node, Mark::Aborted));
    }
}
