//! Stateful actions.

use crate::language::private::{Events, decided};
use crate::{Can, End, Status, Wake};
use core::fmt;
use core::time::Duration;

/// The result of a stateful action, for `action Type { … } -> NAME;`.
///
/// ```
/// use bt_core::{Action, Output, Status, behavior_tree};
///
/// struct Count {
///     sheep: u32,
/// }
///
/// impl Action<()> for Count {
///     fn tick(&mut self, (): &mut ()) -> Status {
///         self.sheep += 1;
///         if self.sheep < 3 { Status::Running } else { Status::Success }
///     }
/// }
///
/// impl Output<u32> for Count {
///     fn output(&mut self) -> u32 {
///         self.sheep
///     }
/// }
///
/// behavior_tree! {
///     tree Sleep(cx: &mut ()) {
///         let(sheep: u32) sequence {
///             action Count { sheep: 0 } -> sheep;
///             condition *sheep == 3;
///         }
///     }
/// }
///
/// let mut sleep = Sleep::new();
/// assert_eq!(sleep.tick(&mut ()), Status::Running);
/// assert_eq!(sleep.tick(&mut ()), Status::Running);
/// assert_eq!(sleep.tick(&mut ()), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no result of the type `{T}`",
    label = "a stateful action with a result needs `impl Output<{T}> for {Self}`"
)]
pub trait Output<T> {
    /// Returns the result; called once, after [`tick`](Action::tick) has returned [`Status::Success`] and before
    /// [`end`](Action::end).
    fn output(&mut self) -> T;
}

/// A stateful action: a leaf whose value is kept in the tree's state while it runs.
///
/// In a tree it is written as a struct literal, `action Type { field: value };`, or as an expression that
/// makes the value: `action Type = Type::new(3);`. Each activation makes a new value and then calls, in this
/// order:
///
/// 1. [`check`](Action::check): if it returns `false`, the action fails and no other method is called;
/// 2. [`start`](Action::start), once;
/// 3. [`tick`](Action::tick), once per tick of the tree that reaches the action; the first call follows
///    `start` in the same tick;
/// 4. [`end`](Action::end), exactly once for each `start`, with the reason, also if the action is aborted.
///
/// An action that panics stays active and can be ticked again or aborted. If it panics in its first tick
/// while another leaf is still running in its place, `end` is called while the panic unwinds: an `end` that panics, too, then
/// ends the process, as Rust does with a second panic.
///
/// ```
/// use bt_core::{Action, End, Status, behavior_tree};
///
/// struct Door {
///     angle: u32,
///     motor: bool,
/// }
///
/// #[derive(Debug)]
/// struct TurnBy {
///     degrees: u32,
/// }
///
/// impl Action<Door> for TurnBy {
///     fn check(&self, door: &Door) -> bool {
///         door.angle + self.degrees <= 90
///     }
///
///     fn start(&mut self, door: &mut Door) {
///         door.motor = true;
///     }
///
///     fn tick(&mut self, door: &mut Door) -> Status {
///         let step = self.degrees.min(10);
///         self.degrees -= step;
///         door.angle += step;
///         if self.degrees == 0 { Status::Success } else { Status::Running }
///     }
///
///     fn end(&mut self, door: &mut Door, _: End) {
///         door.motor = false;
///     }
/// }
///
/// behavior_tree! {
///     tree Opener(door: &mut Door) {
///         action TurnBy { degrees: 25 };
///     }
/// }
///
/// let mut door = Door { angle: 0, motor: false };
/// let mut opener = Opener::new();
/// assert_eq!(opener.tick(&mut door), Status::Running);
/// assert!(door.motor);
/// opener.abort(&mut door);
/// assert!(!door.motor);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action on `{Blackboard}`",
    label = "a stateful action needs `impl Action<{Blackboard}> for {Self}`"
)]
pub trait Action<Blackboard: ?Sized> {
    /// The results of `check` and `tick`, for proofs: anything, if the type does not say. An action that always starts, and
    /// goes on until it succeeds, has `Can::ANYTHING.never_refuses().never_fails()`.
    const CAN: Can = Can::ANYTHING;

    /// Returns `true` if the action can start now; called once at each activation, before `start`.
    fn check(&self, blackboard: &Blackboard) -> bool {
        let _ = blackboard;
        true
    }

    /// Called once at each activation, before the first tick.
    fn start(&mut self, blackboard: &mut Blackboard) {
        let _ = blackboard;
    }

    /// Does the work of one tick.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Returns when the running action has to be ticked again. The tree's
    /// [`next_wake`](crate::BehaviorTree::next_wake) uses it. The default is the next tick.
    ///
    /// An implementation promises that a [`tick`](Action::tick) before that time would return
    /// [`Status::Running`] and change neither the action nor the blackboard. After [`Wake::OnEvent`] the
    /// program has to tick the tree when an event happens that the action waits for.
    ///
    /// ```
    /// use bt_core::{Action, Clock, Status, Wake, behavior_tree};
    /// use std::time::Duration;
    ///
    /// struct Shop {
    ///     time: Duration,
    ///     opens: Duration,
    ///     customers: u32,
    /// }
    ///
    /// impl Clock for Shop {
    ///     fn now(&self) -> Duration {
    ///         self.time
    ///     }
    /// }
    ///
    /// struct AwaitOpening {
    ///     at: Duration,
    /// }
    ///
    /// impl Action<Shop> for AwaitOpening {
    ///     fn tick(&mut self, shop: &mut Shop) -> Status {
    ///         if shop.time < self.at { Status::Running } else { Status::Success }
    ///     }
    ///
    ///     fn next_wake(&self) -> Wake {
    ///         Wake::At(self.at)
    ///     }
    /// }
    ///
    /// /// The program ticks the tree when a customer comes in.
    /// struct AwaitCustomer {}
    ///
    /// impl Action<Shop> for AwaitCustomer {
    ///     fn tick(&mut self, shop: &mut Shop) -> Status {
    ///         if shop.customers == 0 { Status::Running } else { Status::Success }
    ///     }
    ///
    ///     fn next_wake(&self) -> Wake {
    ///         Wake::OnEvent
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Serve(shop: &mut Shop) {
    ///         sequence {
    ///             action AwaitOpening { at: shop.opens };
    ///             timeout(1h) action AwaitCustomer {};
    ///         }
    ///     }
    /// }
    ///
    /// let hour = Duration::from_secs(3600);
    /// let mut shop = Shop { time: 7 * hour, opens: 9 * hour, customers: 0 };
    /// let mut serve = Serve::new();
    /// serve.tick(&mut shop);
    /// assert_eq!(serve.next_wake(), Wake::At(9 * hour));
    /// shop.time = 9 * hour;
    /// serve.tick(&mut shop);
    /// assert_eq!(serve.next_wake(), Wake::At(10 * hour));
    /// ```
    fn next_wake(&self) -> Wake {
        Wake::NextTick
    }

    /// Moves the times that the action keeps to later ones: the tree is [shifted](crate::BehaviorTree::shift). The default
    /// is for an action that keeps none.
    fn shift(&mut self, by: Duration) {
        let _ = by;
    }

    /// The text of the failure that [`tick`](Action::tick) has just returned, for observers: logs, recordings and the
    /// page show it as they show the `Err` of an `action EXPR`. It is asked for only while an observer watches, before
    /// [`end`](Action::end). The default has no text.
    ///
    /// ```
    /// use bt_core::observe::Log;
    /// use bt_core::{Action, Status, behavior_tree};
    /// use std::fmt::Display;
    ///
    /// #[derive(Default)]
    /// struct Fetch {
    ///     error: Option<String>,
    /// }
    ///
    /// impl Action<Vec<u32>> for Fetch {
    ///     fn tick(&mut self, store: &mut Vec<u32>) -> Status {
    ///         if store.pop().is_some() {
    ///             return Status::Success;
    ///         }
    ///         self.error = Some("the store is empty".into());
    ///         Status::Failure
    ///     }
    ///
    ///     fn error(&self) -> Option<&dyn Display> {
    ///         self.error.as_ref().map(|error| error as &dyn Display)
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Serve(store: &mut Vec<u32>) { 'fetch: action Fetch = Fetch::default(); }
    /// }
    ///
    /// let mut log = Log::new(Serve::NODES, String::new());
    /// log.tick(&mut Serve::new(), &mut Vec::new());
    /// assert!(log.into_writer().ends_with("Fetch::default()  the store is empty\n"));
    /// ```
    fn error(&self) -> Option<&dyn fmt::Display> {
        None
    }

    /// Ticks the action and reports the result.
    #[doc(hidden)]
    #[inline]
    fn report_tick<E: Events>(
        &mut self,
        blackboard: &mut Blackboard,
        events: E,
        node: u32,
    ) -> Status
    where
        Self: Sized,
    {
        let status = self.tick(blackboard);
        if E::IS_QUIET || status != Status::Failure {
            return decided(status, events, node);
        }
        match self.error() {
            Some(error) => events.error(node, status, format_args!("{error}")),
            None => events.leaf(node, status),
        }
        status
    }

    /// Called exactly once after `start`, when the action has finished or is aborted.
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        let _ = (blackboard, end);
    }
}
