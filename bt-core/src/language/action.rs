//! Leaves with a state of their own.

use crate::{End, Status, Wake};

/// A stateful action: a leaf whose value is kept in the tree's state while it runs.
///
/// In a tree it is a struct literal, `action Type { field: value };`, or is made by an expression:
/// `action Type = Type::new(3);`. It is made anew at each activation; then, in this order:
///
/// 1. [`check`](Action::check): `false` is failure, and nothing else is called;
/// 2. [`start`](Action::start), once;
/// 3. [`tick`](Action::tick), once per tick of the tree that reaches it, the first at once;
/// 4. [`end`](Action::end), exactly once for each `start`, with the reason, also when the action
///    is aborted. An action that panics stays active, to be ticked again or aborted; or, if it has
///    just begun and another leaf was running in its place, it is ended while the panic unwinds.
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

    /// When the running action has to be ticked again, for the tree's
    /// [`next_wake`](crate::BehaviorTree::next_wake); in each tick, if nothing is said here.
    ///
    /// It is a promise: a [`tick`](Action::tick) before that time would return
    /// [`Status::Running`] and change nothing, neither this value nor the blackboard. For
    /// [`Wake::OnEvent`] that holds until something happens that the program knows of; it has to
    /// tick the tree then.
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

    /// Called exactly once after `start`, when the action has finished or is aborted.
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        let _ = (blackboard, end);
    }
}
