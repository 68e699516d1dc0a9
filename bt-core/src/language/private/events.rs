use super::Machine;
use crate::{ActiveNodes, Node, NodeId, Observer, Status};
use core::cell::Cell;
use core::fmt;

/// The events that generated code emits; with [`NoEvents`] none of the calls remain. It is passed by value: each
/// borrow would be one more for the compiler to check.
pub trait Events: Copy {
    fn leaf(self, node: u32, status: Status);
    /// A condition was asked. That it gives a status is said to who listens only.
    fn asked(self, node: u32, holds: bool);
    /// A leaf gave a status by way of an error.
    fn error(self, node: u32, status: Status, error: fmt::Arguments<'_>);
    fn finished(self, node: u32, status: Status);
    /// `tip` and the nodes above it are aborted, children first, up to below the first node whose
    /// subtree contains `keep`; all of them for [`NOTHING`].
    fn aborted(self, tip: u32, keep: u32);
    /// The same listener, for a subtree whose nodes begin at `offset`.
    #[must_use]
    fn within(self, offset: u32) -> Self;
}

/// No node: what an abort from outside keeps.
pub const NOTHING: u32 = u32::MAX;

/// Nobody listens. The steps of `tick`, and those of `tick_with` whose observer is off, are two: with one more
/// call the compiler would inline neither.
#[derive(Clone, Copy)]
pub struct NoEvents<const OBSERVER_IS_OFF: bool>;

impl<const OBSERVER_IS_OFF: bool> Events for NoEvents<OBSERVER_IS_OFF> {
    #[inline]
    fn leaf(self, _: u32, _: Status) {}

    #[inline]
    fn asked(self, _: u32, _: bool) {}

    #[inline]
    fn error(self, _: u32, _: Status, _: fmt::Arguments<'_>) {}

    #[inline]
    fn finished(self, _: u32, _: Status) {}

    #[inline]
    fn aborted(self, _: u32, _: u32) {}

    #[inline]
    fn within(self, _: u32) -> Self {
        self
    }
}

/// An observer, for the time of a tick.
pub struct Watched<'o, O: ?Sized> {
    /// Nothing while it is told something.
    observer: Cell<Option<&'o mut O>>,
    /// All nodes of the tree that is watched, also for its subtrees. A step that named them itself
    /// would cost the compiler a copy of the table for each.
    nodes: &'o [Node],
}

impl<'o, O: Observer + ?Sized> Watched<'o, O> {
    #[inline]
    pub fn by(observer: &'o mut O, nodes: &'o [Node]) -> Self {
        Self { observer: Cell::new(Some(observer)), nodes }
    }

    #[inline]
    pub fn watch(&self) -> Watch<'_, 'o, O> {
        Watch { watched: self, offset: 0 }
    }

    #[inline]
    fn tell(&self, tell: impl FnOnce(&mut O)) {
        if let Some(observer) =
            &mut (Lent { watched: self, observer: self.observer.take() }).observer
        {
            tell(observer);
        }
    }
}

/// Tells an observer that the tick of a tree has ended.
#[inline]
pub fn tick_ends<T: Machine>(observer: &mut (impl Observer + ?Sized), tree: &T) {
    observer.tick_ends(ActiveNodes::new(T::nodes(), &|from| tree.tip(from)));
}

/// The observer while it is told something; given back also if it panics, to hear of what is ended.
struct Lent<'w, 'o, O: ?Sized> {
    watched: &'w Watched<'o, O>,
    observer: Option<&'o mut O>,
}

impl<O: ?Sized> Drop for Lent<'_, '_, O> {
    #[inline]
    fn drop(&mut self) {
        self.watched.observer.set(self.observer.take());
    }
}

/// Tells an observer.
pub struct Watch<'w, 'o, O: ?Sized> {
    watched: &'w Watched<'o, O>,
    offset: u32,
}

impl<O: ?Sized> Clone for Watch<'_, '_, O> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: ?Sized> Copy for Watch<'_, '_, O> {}

impl<O: Observer + ?Sized> Events for Watch<'_, '_, O> {
    fn leaf(self, node: u32, status: Status) {
        self.watched.tell(|observer| observer.leaf(NodeId::new(self.offset + node), status, None));
    }

    fn asked(self, node: u32, holds: bool) {
        self.leaf(node, Status::from(holds));
    }

    fn error(self, node: u32, status: Status, error: fmt::Arguments<'_>) {
        let node = NodeId::new(self.offset + node);
        self.watched.tell(|observer| observer.leaf(node, status, Some(error)));
    }

    fn finished(self, node: u32, status: Status) {
        self.watched.tell(|observer| observer.finished(NodeId::new(self.offset + node), status));
    }

    fn aborted(self, tip: u32, keep: u32) {
        let keep = NodeId::new(self.offset.saturating_add(keep));
        let mut id = NodeId::new(self.offset.saturating_add(tip));
        // Bounded, so that nothing is left of it for an observer that does nothing.
        for _ in self.watched.nodes {
            let Some(node) = self.watched.nodes.get(id.index()) else { return };
            if node.id <= keep && keep < node.end {
                return;
            }
            self.watched.tell(|observer| observer.aborted(node.id));
            let above = node.parent.filter(|parent| NodeId::new(self.offset) <= *parent);
            let Some(parent) = above else { return };
            id = parent;
        }
    }

    #[inline]
    fn within(self, offset: u32) -> Self {
        Self { offset: self.offset + offset, ..self }
    }
}
