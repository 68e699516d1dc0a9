//! A trait for observers of different types.

use crate::{Active, NodeId, Observer, Status};
use core::fmt;

/// An observer of any type, as a `dyn` trait: for observers that are chosen while the program runs.
///
/// [`Observer`] cannot be used as `dyn`, since its type says whether it answers. Every observer implements this trait,
/// and `dyn AnyObserver` is an observer again.
///
/// ```
/// use bt_core::{AnyObserver, NodeId, Observer, Status, behavior_tree};
///
/// #[derive(Default)]
/// struct Ends(u32);
///
/// impl Observer for Ends {
///     fn finished(&mut self, _: NodeId, _: Status) {
///         self.0 += 1;
///     }
/// }
///
/// struct Fails;
///
/// impl Observer for Fails {
///     const ANSWERS: bool = true;
///
///     fn answer(&mut self, _: NodeId) -> Option<Status> {
///         Some(Status::Failure)
///     }
/// }
///
/// behavior_tree! {
///     tree Up(number: &mut i32) { sequence { action *number += 1; } }
/// }
///
/// let (mut ends, mut number) = (Ends::default(), 0);
/// let observers: [&mut dyn AnyObserver; 2] = [&mut ends, &mut Fails];
/// for observer in observers {
///     Up::new().tick_with(&mut number, observer);
/// }
/// assert_eq!((ends.0, number), (1, 1));
/// ```
pub trait AnyObserver {
    /// Calls the method of [`Observer`] for this event.
    #[doc(hidden)]
    fn receive(&mut self, event: Event<'_>) -> Option<Status>;

    /// See [`Observer::is_off`].
    #[doc(hidden)]
    fn rests(&self) -> bool;
}

/// A call of a method of [`Observer`].
#[doc(hidden)]
#[allow(missing_debug_implementations, reason = "it only passes arguments on")]
pub enum Event<'e> {
    Answer(NodeId),
    Leaf(NodeId, Status, Option<fmt::Arguments<'e>>),
    Error(NodeId, fmt::Arguments<'e>),
    Finished(NodeId, Status),
    Ticked(NodeId),
    Aborted(NodeId),
    TickBegins,
    TickEnds(Active<'e>),
}

impl<O: Observer> AnyObserver for O {
    fn receive(&mut self, event: Event<'_>) -> Option<Status> {
        match event {
            Event::Answer(leaf) if O::ANSWERS => return self.answer(leaf),
            Event::Answer(_) => {}
            Event::Leaf(node, status, error) => self.leaf(node, status, error),
            Event::Error(node, error) => self.error(node, error),
            Event::Finished(node, status) => self.finished(node, status),
            Event::Ticked(node) => self.ticked(node),
            Event::Aborted(node) => self.aborted(node),
            Event::TickBegins => self.tick_begins(),
            Event::TickEnds(active) => self.tick_ends(active),
        }
        None
    }

    fn rests(&self) -> bool {
        self.is_off()
    }
}

/// It is always asked for answers, since its type does not say if it gives any.
impl Observer for dyn AnyObserver + '_ {
    const ANSWERS: bool = true;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        self.receive(Event::Answer(leaf))
    }

    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.receive(Event::Leaf(node, status, error));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.receive(Event::Error(node, error));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.receive(Event::Finished(node, status));
    }

    fn ticked(&mut self, node: NodeId) {
        self.receive(Event::Ticked(node));
    }

    fn aborted(&mut self, node: NodeId) {
        self.receive(Event::Aborted(node));
    }

    fn tick_begins(&mut self) {
        self.receive(Event::TickBegins);
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        self.receive(Event::TickEnds(active));
    }

    fn is_off(&self) -> bool {
        self.rests()
    }
}
