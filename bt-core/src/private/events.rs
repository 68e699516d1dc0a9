use crate::{Node, NodeId, Observer, Status};
use core::fmt;

/// What generated code tells; with [`NoEvents`] nothing is left of it.
pub trait Events {
    fn leaf(&mut self, node: u32, status: Status, error: Option<fmt::Arguments<'_>>);
    fn finished(&mut self, node: u32, status: Status);
    /// `tip` and the nodes above it are aborted, children first, up to below the first node whose
    /// subtree contains `keep`; all of them for [`NOTHING`].
    fn aborted(&mut self, tip: u32, keep: u32);
    /// The same listener, for a subtree whose nodes begin at `offset`.
    fn within(&mut self, offset: u32) -> impl Events;
}

/// No node: what an abort from outside keeps.
pub const NOTHING: u32 = u32::MAX;

/// Nobody listens.
#[derive(Clone, Copy)]
pub struct NoEvents;

impl Events for NoEvents {
    #[inline]
    fn leaf(&mut self, _: u32, _: Status, _: Option<fmt::Arguments<'_>>) {}

    #[inline]
    fn finished(&mut self, _: u32, _: Status) {}

    #[inline]
    fn aborted(&mut self, _: u32, _: u32) {}

    #[inline]
    fn within(&mut self, _: u32) -> impl Events {
        Self
    }
}

/// Tells an observer.
pub struct Watch<'a, O: ?Sized> {
    observer: &'a mut O,
    /// All nodes of the tree that is watched, also for its subtrees. A step that named them itself
    /// would cost the compiler a copy of the table for each.
    nodes: &'static [Node],
    offset: u32,
}

impl<'a, O: Observer + ?Sized> Watch<'a, O> {
    #[inline]
    pub fn new(observer: &'a mut O, nodes: &'static [Node]) -> Self {
        Self { observer, nodes, offset: 0 }
    }
}

impl<O: Observer + ?Sized> Events for Watch<'_, O> {
    fn leaf(&mut self, node: u32, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.observer.leaf(NodeId::new(self.offset + node), status, error);
    }

    fn finished(&mut self, node: u32, status: Status) {
        self.observer.finished(NodeId::new(self.offset + node), status);
    }

    fn aborted(&mut self, tip: u32, keep: u32) {
        let keep = NodeId::new(self.offset.saturating_add(keep));
        let mut id = NodeId::new(self.offset + tip);
        // Bounded, so that nothing is left of it for an observer that does nothing.
        for _ in self.nodes {
            let Some(node) = self.nodes.get(id.index()) else { return };
            if node.id <= keep && keep < node.end {
                return;
            }
            self.observer.aborted(node.id);
            let above = node.parent.filter(|parent| NodeId::new(self.offset) <= *parent);
            let Some(parent) = above else { return };
            id = parent;
        }
    }

    fn within(&mut self, offset: u32) -> impl Events {
        Watch { observer: &mut *self.observer, nodes: self.nodes, offset: self.offset + offset }
    }
}
