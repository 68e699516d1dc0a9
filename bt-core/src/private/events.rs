use crate::{Node, NodeId, Observer, Status};
use core::fmt;

/// What generated code tells; with [`NoEvents`] nothing is left of it.
pub trait Events {
    fn leaf(&mut self, node: u32, status: Status, error: Option<fmt::Arguments<'_>>);
    fn finished(&mut self, node: u32, status: Status);
    /// `tip` and the nodes above it are aborted, children first, up to below the first node whose
    /// subtree contains `keep`; all of them for [`NOTHING`].
    fn aborted(&mut self, nodes: &'static [Node], tip: u32, keep: u32);
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
    fn aborted(&mut self, _: &'static [Node], _: u32, _: u32) {}

    #[inline]
    fn within(&mut self, _: u32) -> impl Events {
        Self
    }
}

/// Tells an observer.
pub struct Watch<'a, O: ?Sized> {
    observer: &'a mut O,
    offset: u32,
}

impl<'a, O: Observer + ?Sized> Watch<'a, O> {
    #[inline]
    pub fn new(observer: &'a mut O) -> Self {
        Self { observer, offset: 0 }
    }
}

impl<O: Observer + ?Sized> Events for Watch<'_, O> {
    fn leaf(&mut self, node: u32, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.observer.leaf(NodeId::new(self.offset + node), status, error);
    }

    fn finished(&mut self, node: u32, status: Status) {
        self.observer.finished(NodeId::new(self.offset + node), status);
    }

    fn aborted(&mut self, nodes: &'static [Node], tip: u32, keep: u32) {
        let keep = NodeId::new(keep);
        let mut id = NodeId::new(tip);
        while let Some(node) = nodes.get(id.index()) {
            if node.id <= keep && keep < node.end {
                return;
            }
            self.observer.aborted(node.id.after(self.offset));
            let Some(parent) = node.parent else { return };
            id = parent;
        }
    }

    fn within(&mut self, offset: u32) -> impl Events {
        Watch { observer: &mut *self.observer, offset: self.offset + offset }
    }
}
