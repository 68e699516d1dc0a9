//! The events of a tick, and tips: active nodes without an active node below them.

use crate::{Active, Inspect, Node, NodeId, Observer, Status};
use core::cell::Cell;
use core::fmt;

fn condition_answer(events: impl Events, node: u32) -> Option<bool> {
    let holds = match events.answer(node)? {
        Status::Success => true,
        Status::Failure => false,
        Status::Running => return None,
    };
    events.asked(node, holds);
    Some(holds)
}

/// Reports the answer to a condition that is no leaf.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "an answer that nobody hears must not change what the compiler inlines elsewhere"
)]
pub fn decision(events: impl Events, node: u32, about: u32, answer: bool) -> bool {
    events.decided(node, about, answer);
    answer
}

fn action_answer(events: impl Events, node: u32) -> Option<Status> {
    let status = events.answer(node)?;
    events.leaf(node, status);
    Some(status)
}

/// The events that generated code emits. With [`NoEvents`] the compiler removes all the calls. The value is
/// passed by copy, because each borrow would take the compiler time to check.
#[allow(
    clippy::inline_always,
    reason = "a question that is not asked must not change what the compiler inlines elsewhere"
)]
pub trait Events: Copy {
    /// `true` if there is no observer.
    const IS_QUIET: bool = false;
    /// `true` if the observer may answer in place of leaves.
    const ANSWERS: bool = false;
    /// `true` if regions of a loaded tree may begin at a label.
    #[cfg(feature = "files")]
    const RESUMES: bool = false;

    /// The observer's answer in place of a leaf.
    #[inline(always)]
    fn answer(self, _: u32) -> Option<Status> {
        None
    }

    /// The answer in place of a condition, which is reported.
    #[inline(always)]
    fn condition_answer(self, node: u32) -> Option<bool> {
        if Self::ANSWERS { condition_answer(self, node) } else { None }
    }

    /// The answer in place of an action, which is reported.
    #[inline(always)]
    fn action_answer(self, node: u32) -> Option<Status> {
        if Self::ANSWERS { action_answer(self, node) } else { None }
    }

    fn leaf(self, node: u32, status: Status);
    /// A condition was evaluated. Its status is computed only for observers.
    fn asked(self, node: u32, holds: bool);
    /// A leaf returned a status as an error.
    fn error(self, node: u32, status: Status, error: fmt::Arguments<'_>);
    /// The expression of a node gave an `Err`; the node finishes with failure.
    fn failed(self, node: u32, error: fmt::Arguments<'_>);
    fn finished(self, node: u32, status: Status);
    fn ticked(self, node: u32);
    /// A condition of `node` that is no leaf was asked; it is about the node itself or a child.
    fn decided(self, node: u32, about: u32, answer: bool);
    /// `tip` and its ancestors are aborted, children first, up to the first ancestor whose subtree contains
    /// `keep`; that ancestor stays. [`NOTHING`] aborts all of them.
    fn aborted(self, tip: u32, keep: u32);
    /// The same receiver of events, for a subtree whose nodes begin at `offset`.
    #[must_use]
    fn within(self, offset: u32) -> Self;
}

/// The id of no node: an abort from outside keeps nothing.
pub const NOTHING: u32 = u32::MAX;

/// No observer. `tick`, and `tick_with` with an observer that is off, each call the step once with this type:
/// with one more call the compiler would not inline the step.
#[derive(Clone, Copy)]
pub struct NoEvents<const OBSERVER_IS_OFF: bool>;

impl<const OBSERVER_IS_OFF: bool> Events for NoEvents<OBSERVER_IS_OFF> {
    const IS_QUIET: bool = true;

    #[inline]
    fn leaf(self, _: u32, _: Status) {}

    #[inline]
    fn asked(self, _: u32, _: bool) {}

    #[inline]
    fn error(self, _: u32, _: Status, _: fmt::Arguments<'_>) {}

    #[inline]
    fn failed(self, _: u32, _: fmt::Arguments<'_>) {}

    #[inline]
    fn finished(self, _: u32, _: Status) {}

    #[inline]
    fn ticked(self, _: u32) {}

    #[inline]
    fn decided(self, _: u32, _: u32, _: bool) {}

    #[inline]
    fn aborted(self, _: u32, _: u32) {}

    #[inline]
    fn within(self, _: u32) -> Self {
        self
    }
}

/// An observer during one tick.
pub struct Watched<'o, O: ?Sized> {
    /// `None` while a method of the observer is running.
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

    /// Calls a method of the observer, unless one is running.
    #[inline]
    fn tell<T>(&self, tell: impl FnOnce(&mut O) -> T) -> Option<T> {
        let mut lent = Lent { watched: self, observer: self.observer.take() };
        lent.observer.as_mut().map(|observer| tell(observer))
    }
}

/// Tells an observer that the tick of a tree has ended.
#[inline]
pub fn tick_ends(observer: &mut (impl Observer + ?Sized), tree: &impl Inspect) {
    observer.tick_ends(Active::new(tree.nodes(), tree));
}

/// Lends out the observer while one of its methods runs, and gives it back even if the method panics, so that
/// it hears of the aborts that follow.
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

/// Forwards events to an observer.
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

impl<O: Observer + ?Sized> Watch<'_, '_, O> {
    /// Asks the observer about a node, if it answers.
    #[inline]
    fn question<T>(self, node: u32, ask: fn(&mut O, NodeId) -> Option<T>) -> Option<T> {
        if !O::ANSWERS {
            return None;
        }
        self.watched.tell(|observer| ask(observer, NodeId::new(self.offset + node))).flatten()
    }
}

impl<O: Observer + ?Sized> Events for Watch<'_, '_, O> {
    const ANSWERS: bool = O::ANSWERS;

    #[inline]
    fn answer(self, node: u32) -> Option<Status> {
        self.question(node, O::answer)
    }

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

    fn failed(self, node: u32, error: fmt::Arguments<'_>) {
        self.watched.tell(|observer| observer.error(NodeId::new(self.offset + node), error));
    }

    fn finished(self, node: u32, status: Status) {
        self.watched.tell(|observer| observer.finished(NodeId::new(self.offset + node), status));
    }

    fn ticked(self, node: u32) {
        self.watched.tell(|observer| observer.ticked(NodeId::new(self.offset + node)));
    }

    fn decided(self, node: u32, about: u32, answer: bool) {
        let [node, about] = [node, about].map(|node| NodeId::new(self.offset + node));
        self.watched.tell(|observer| observer.decided(node, about, answer));
    }

    fn aborted(self, tip: u32, keep: u32) {
        let keep = NodeId::new(self.offset.saturating_add(keep));
        let mut id = NodeId::new(self.offset.saturating_add(tip));
        // A loop with a bound, so that the compiler removes it for an observer that does nothing.
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

/// The tip inside of a node. If no node below it is active, between two rounds of a `repeat` or after a
/// panic, the node itself is the tip.
#[must_use]
#[inline]
pub const fn tip_or(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { inside }
}

/// The tip inside of a subtree, whose node ids start at 0 at the node after `node`.
#[must_use]
#[inline]
pub const fn tip_below(inside: u32, node: u32) -> u32 {
    if inside == NOTHING { node } else { node + 1 + inside }
}

/// The tip of a region in which one leaf can run: that leaf, if it runs.
#[must_use]
#[inline]
pub const fn tip_if(runs: bool, node: u32) -> u32 {
    if runs { node } else { NOTHING }
}
