//! Decorators that users write.

use crate::{Can, End, Status};
use core::time::Duration;

/// A decorator of your own: `with Type { field: value }` before any node.
///
/// Each activation makes a new value and then calls, in this order:
///
/// 1. [`check`](Decorator::check): if it returns `false`, the decorator fails and the child is not started;
/// 2. [`start`](Decorator::start), once;
/// 3. [`tick`](Decorator::tick), once per tick of the tree that reaches the decorator. It calls `child` to
///    tick the child, or does not call it, and returns the decorator's status;
/// 4. [`end`](Decorator::end), exactly once for each `start`, after the child has ended.
///
/// If `tick` returns success or failure while the child is running, the child is aborted. If it returns
/// running after the child has finished, the child starts again in the next tick.
///
/// ```
/// use bt_core::{Decorator, Status, behavior_tree};
///
/// struct Robot {
///     battery: u32,
///     steps: u32,
/// }
///
/// /// Stops its child when the battery gets low.
/// struct WhileCharged {
///     at_least: u32,
/// }
///
/// impl Decorator<Robot> for WhileCharged {
///     fn tick(
///         &mut self,
///         robot: &mut Robot,
///         child: impl FnOnce(&mut Robot) -> Status,
///     ) -> Status {
///         if robot.battery < self.at_least { Status::Failure } else { child(robot) }
///     }
/// }
///
/// behavior_tree! {
///     tree Patrol(robot: &mut Robot) {
///         with WhileCharged { at_least: 10 } action {
///             robot.steps += 1;
///             robot.battery -= 1;
///             Status::Running
///         };
///     }
/// }
///
/// let mut robot = Robot { battery: 11, steps: 0 };
/// let mut patrol = Patrol::new();
/// assert_eq!(patrol.tick(&mut robot), Status::Running);
/// assert_eq!(patrol.tick(&mut robot), Status::Running);
/// assert_eq!(patrol.tick(&mut robot), Status::Failure);
/// assert_eq!(robot.steps, 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a decorator on `{Blackboard}`",
    label = "the type after `with` needs `impl Decorator<{Blackboard}> for {Self}`"
)]
pub trait Decorator<Blackboard: ?Sized> {
    /// The results of `check` and `tick`, for proofs, as in [`Action::CAN`](crate::Action::CAN).
    const CAN: Can = Can::ANYTHING;

    /// Returns `true` if the child may start now; called once at each activation, before `start`.
    fn check(&self, blackboard: &Blackboard) -> bool {
        let _ = blackboard;
        true
    }

    /// Called once at each activation, before the first tick.
    fn start(&mut self, blackboard: &mut Blackboard) {
        let _ = blackboard;
    }

    /// Calls `child` to tick the child, or does not call it, and returns the decorator's status.
    fn tick(
        &mut self,
        blackboard: &mut Blackboard,
        child: impl FnOnce(&mut Blackboard) -> Status,
    ) -> Status {
        child(blackboard)
    }

    /// Moves the times that the decorator keeps to later ones: the tree is [shifted](crate::BehaviorTree::shift).
    fn shift(&mut self, by: Duration) {
        let _ = by;
    }

    /// Called exactly once after `start`, when the decorator has finished or is aborted.
    fn end(&mut self, blackboard: &mut Blackboard, end: End) {
        let _ = (blackboard, end);
    }
}
