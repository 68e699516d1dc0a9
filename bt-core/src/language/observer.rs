//! Observers: callbacks for the events of a tick, also for observers of different types.

use crate::{Active, NodeId, Status};
use core::fmt;

/// Receives the events of a tick: `tree.tick_with(&mut blackboard, &mut observer)`.
///
/// The events come in the order in which things happen. A node is active from the tick in which it (or a leaf
/// below it) was running until it is finished or aborted. Ids are those of the ticked tree's `NODES`, which contain the nodes of its
/// subtrees. A tree that is ticked without an observer contains no code for observers.
///
/// An observer can also answer in place of leaves: see [`answer`](Observer::answer). An observer whose type is not known
/// is a `&mut dyn` [`AnyObserver`](crate::AnyObserver).
///
/// ```
/// use bt_core::{NodeId, Observer, Status, behavior_tree};
/// use std::fmt;
///
/// #[derive(Default)]
/// struct Log(String);
///
/// impl Observer for Log {
///     fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
///         self.0 += &format!("{node} {status}");
///         if let Some(error) = error {
///             self.0 += &format!(" ({error})");
///         }
///         self.0 += "; ";
///     }
///     fn finished(&mut self, node: NodeId, status: Status) {
///         self.0 += &format!("{node} finished with {status}; ");
///     }
/// }
///
/// behavior_tree! {
///     tree Call(number: &mut u32) {
///         sequence {
///             condition *number > 0;
///             action Err::<(), _>("nobody there");
///         }
///     }
/// }
///
/// let mut log = Log::default();
/// Call::new().tick_with(&mut 7, &mut log);
/// assert_eq!(log.0, "1 success; 2 failure (nobody there); 0 finished with failure; ");
/// ```
pub trait Observer {
    /// `true` if the observer answers in place of leaves. With `false`, [`answer`](Observer::answer) is never
    /// called, and a tree contains no code for it.
    const ANSWERS: bool = false;

    /// Answers in place of a leaf; with `None`, the leaf is ticked. It is called only if
    /// [`ANSWERS`](Observer::ANSWERS) is `true`, whenever the tree comes to the leaf. [`leaf`](Observer::leaf) follows,
    /// with the answer. [`observe::Answers`](crate::observe::Answers) is ready to use in tests.
    ///
    /// An action with a result (`action EXPR -> NAME`) takes no success as an answer, because there is no value with it: it
    /// is ticked.
    ///
    /// ```
    /// use bt_core::{NodeId, Observer, Status, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Call(number: &mut u32) {
    ///         sequence {
    ///             'known: condition *number > 0;
    ///             'dial: action *number = 0;
    ///         }
    ///     }
    /// }
    ///
    /// struct Busy;
    ///
    /// impl Observer for Busy {
    ///     const ANSWERS: bool = true;
    ///
    ///     fn answer(&mut self, leaf: NodeId) -> Option<Status> {
    ///         (leaf == Call::DIAL).then_some(Status::Running)
    ///     }
    /// }
    ///
    /// let (mut call, mut number) = (Call::new(), 7);
    /// assert_eq!(call.tick_with(&mut number, &mut Busy), Status::Running);
    /// assert!(call.is_active(Call::DIAL));
    /// assert_eq!(number, 7, "the action was not evaluated");
    /// ```
    ///
    /// | leaf | if it is answered |
    /// | --- | --- |
    /// | `condition`, `action EXPR` | the expression is not evaluated |
    /// | a stateful action that is not active | after success or failure, it is neither made nor started. Running starts it, since the state of the tree contains its value: only `tick` is not called. If it refuses to start, it fails |
    /// | a stateful action that is active | `tick` is not called; after success or failure, `end` is |
    /// | `wait` | the clock does not matter in this tick; a length that is an expression is evaluated at the start |
    ///
    /// An answer that a kind of leaf never gives, running from a `condition` and failure from a `wait`, counts as
    /// `None`. The observer is not asked about the leaves `succeed`, `fail` and `running`, nor about a
    /// subtree whose type is a parameter.
    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        let _ = leaf;
        None
    }

    /// A leaf was ticked, or a condition was evaluated; `error` is the text of an action's `Err`.
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        let _ = (node, status, error);
    }

    /// The expression of a `let` gave an `Err` with this text. `finished` follows at once, with failure.
    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        let _ = (node, error);
    }

    /// A composite or a decorator finished: `status` is success or failure.
    fn finished(&mut self, node: NodeId, status: Status) {
        let _ = (node, status);
    }

    /// A decorator was ticked that may tick nothing below it in this tick: a `delay` before its child begins, an `every` or
    /// a `repeat(every = D)` that is not due, a `with`. All other nodes that are ticked have an event of their own, or of a
    /// node below them.
    fn ticked(&mut self, node: NodeId) {
        let _ = node;
    }

    /// A condition that is no leaf was asked: that of a `guard`, an `if` or an `active_if`, where `about` is the node itself, or
    /// one in front of a child of a `priority_selector`, where `about` is the child.
    ///
    /// ```
    /// use bt_core::{NodeId, Observer, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Robot(battery: &mut f32) {
    ///         priority_selector {
    ///             *battery < 0.2 => 'charge: running;
    ///             else => 'work: running;
    ///         }
    ///     }
    /// }
    ///
    /// #[derive(Default)]
    /// struct Decisions(Vec<(NodeId, bool)>);
    ///
    /// impl Observer for Decisions {
    ///     fn decided(&mut self, _: NodeId, about: NodeId, answer: bool) {
    ///         self.0.push((about, answer));
    ///     }
    /// }
    ///
    /// let mut decisions = Decisions::default();
    /// Robot::new().tick_with(&mut 0.5, &mut decisions);
    /// assert_eq!(decisions.0, [(Robot::CHARGE, false)]);
    /// ```
    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        let _ = (node, about, answer);
    }

    /// A node that was active was aborted; children come before their parents.
    fn aborted(&mut self, node: NodeId) {
        let _ = node;
    }

    /// A tick of the whole tree has started.
    fn tick_begins(&mut self) {}

    /// The tick has ended; `active` are the nodes that are active now. A tick that panics does not call this.
    fn tick_ends(&mut self, active: Active<'_>) {
        let _ = active;
    }

    /// Returns `true` if the observer is off. It is asked before a tick, which then runs without an observer.
    ///
    /// An `Option` of an observer is off while it is `None`:
    ///
    /// ```
    /// use bt_core::{NodeId, Observer, Status, behavior_tree};
    ///
    /// struct Count(u32);
    ///
    /// impl Observer for Count {
    ///     fn finished(&mut self, _: NodeId, _: Status) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Cheer(loud: &mut bool) {
    ///         sequence {
    ///             condition *loud;
    ///         }
    ///     }
    /// }
    ///
    /// let mut count = Some(Count(0));
    /// Cheer::new().tick_with(&mut true, &mut count);
    /// assert_eq!(count.take().map(|count| count.0), Some(1));
    /// Cheer::new().tick_with(&mut true, &mut count);
    /// ```
    fn is_off(&self) -> bool {
        false
    }
}

/// An observer that ignores all events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline]
    fn is_off(&self) -> bool {
        true
    }
}

impl<O: Observer> Observer for Option<O> {
    const ANSWERS: bool = O::ANSWERS;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        self.as_mut()?.answer(leaf)
    }

    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        if let Some(observer) = self {
            observer.leaf(node, status, error);
        }
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        if let Some(observer) = self {
            observer.error(node, error);
        }
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        if let Some(observer) = self {
            observer.finished(node, status);
        }
    }

    fn ticked(&mut self, node: NodeId) {
        if let Some(observer) = self {
            observer.ticked(node);
        }
    }

    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        if let Some(observer) = self {
            observer.decided(node, about, answer);
        }
    }

    fn aborted(&mut self, node: NodeId) {
        if let Some(observer) = self {
            observer.aborted(node);
        }
    }

    fn tick_begins(&mut self) {
        if let Some(observer) = self {
            observer.tick_begins();
        }
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        if let Some(observer) = self {
            observer.tick_ends(active);
        }
    }

    #[inline]
    fn is_off(&self) -> bool {
        self.as_ref().is_none_or(Observer::is_off)
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    const ANSWERS: bool = O::ANSWERS;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        (**self).answer(leaf)
    }

    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        (**self).leaf(node, status, error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        (**self).error(node, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        (**self).finished(node, status);
    }

    fn ticked(&mut self, node: NodeId) {
        (**self).ticked(node);
    }

    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        (**self).decided(node, about, answer);
    }

    fn aborted(&mut self, node: NodeId) {
        (**self).aborted(node);
    }

    fn tick_begins(&mut self) {
        (**self).tick_begins();
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        (**self).tick_ends(active);
    }

    #[inline]
    fn is_off(&self) -> bool {
        (**self).is_off()
    }
}

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
    Decided(NodeId, NodeId, bool),
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
            Event::Decided(node, about, answer) => self.decided(node, about, answer),
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

    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        self.receive(Event::Decided(node, about, answer));
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
