//! Leaves with a state of their own.

use crate::{End, Status};

/// A stateful action: a leaf whose value is kept in the tree's state while it runs.
///
/// In a tree it is a struct literal: `action Type { field: value };`. It is made anew at each
/// activation; then, in this order:
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
    label = "a struct literal behind `action` needs `impl Action<{Blackboard}> for {Self}`"
)]
pub trait Action<Blackboard: ?Sized> {
    /// Whether the action can start now; asked once at each activation, before `start`.
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

    /// Called exactly once after `start`, when the action has finished or is aborted.
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        let _ = (blackboard, end);
    }
}
