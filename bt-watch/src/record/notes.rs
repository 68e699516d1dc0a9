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
    /// What a page has changed.
    pub(super) touched: Option<Box<Touched>>,
}

impl Notes {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.errors.clear();
        self.unfinished = false;
        self.touched = None;
    }

    /// Notes that the answer of a leaf was forced.
    pub(crate) fn forced(&mut self, leaf: NodeId) {
        let Touched { forced, .. } = self.touched();
        if !forced.contains(&leaf) {
            forced.push(leaf);
        }
    }

    pub(super) fn touched(&mut self) -> &mut Touched {
        self.touched.get_or_insert_default()
    }

    /// The leaves whose answers were forced in this tick.
    pub(crate) fn forced_leaves(&self) -> &[NodeId] {
        self.touched.as_ref().map_or(&[], |touched| &touched.forced)
    }

    /// The events of the tick so far.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (NodeId, Mark)> {
        self.events.iter().copied().map(node_and_mark)
    }

    pub(super) fn prepend(&mut self, frame: &Packed) {
        self.events.splice(0..0, frame.events());
        self.errors.splice(0..0, frame.errors.iter().cloned());
        self.unfinished |= frame.unfinished;
        if let Some(before) = &frame.touched {
            let Touched { forced, set } = self.touched();
            forced.splice(0..0, before.forced.iter().copied());
            set.splice(0..0, before.set.iter().cloned());
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
