use crate::{Node, NodeId, Observer, Status};
use core::fmt;

/// What generated code tells; with [`NoEvents`] nothing is left of it.
pub trait Events {
    fn leaf(&mut self, node: u32, status: Status, error: Option<fmt::Arguments<'_>>);
    fn finished(&mut self, node: u32, status: Status);
    /// `tip` and the nodes above it down from `from` are aborted, children first.
    fn aborted(&mut self, nodes: &'static [Node], tip: u32, from: u32);
    /// The same listener, for a subtree whose nodes begin at `offset`.
    fn within(&mut self, offset: u32) -> impl Events;
}

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

    fn aborted(&mut self, nodes: &'static [Node], tip: u32, from: u32) {
        let mut next = nodes.get(tip as usize);
        while let Some(node) = next.filter(|node| node.id >= NodeId::new(from)) {
            let id = self.offset.saturating_add(u32::try_from(node.id.index()).unwrap_or(u32::MAX));
            self.observer.aborted(NodeId::new(id));
            next = node.parent.and_then(|parent| nodes.get(parent.index()));
        }
    }

    fn within(&mut self, offset: u32) -> impl Events {
        Watch { observer: &mut *self.observer, offset: self.offset + offset }
    }
}
