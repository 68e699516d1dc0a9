//! Time, as the blackboard tells it.

use core::time::Duration;

/// The time of the blackboard's world, for trees that use `wait`, `timeout` and their like.
///
/// No node reads the system's clock: the program decides what time is, so that a game can pause
/// and a test can jump. The zero point is the program's own. A clock that jumps back makes nothing
/// panic; what waits then waits until the clock has come that far again.
///
/// ```
/// use bt_core::{Clock, Status, behavior_tree};
/// use core::time::Duration;
///
/// struct World {
///     time: Duration,
/// }
///
/// impl Clock for World {
///     fn now(&self) -> Duration {
///         self.time
///     }
/// }
///
/// behavior_tree! {
///     tree Pause(world: &mut World) {
///         wait(250ms);
///     }
/// }
///
/// let mut world = World { time: Duration::ZERO };
/// let mut pause = Pause::new();
/// assert_eq!(pause.tick(&mut world), Status::Running);
/// world.time += Duration::from_millis(250);
/// assert_eq!(pause.tick(&mut world), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "this tree uses time, and its blackboard `{Self}` has no clock",
    label = "needs to know what time it is",
    note = "write `impl bt_core::Clock for {Self}`: its method `now` tells the time of your world"
)]
pub trait Clock {
    /// The time now, since a zero point of the program's choice.
    fn now(&self) -> Duration;
}
