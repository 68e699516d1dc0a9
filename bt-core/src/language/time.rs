//! Time, which the blackboard provides.

use core::time::Duration;

/// The time of a blackboard, for trees that use `wait`, `timeout` and other nodes with durations.
///
/// No node reads the system's clock. The program decides what the time is, so a game can pause and a test can
/// skip time. The program chooses the zero point. A clock that jumps back does not cause a panic; a node that
/// waits then waits until the clock reaches its time again. A length that is written as zero (`0s`) has always passed.
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
    note = "write `impl bt_core::Clock for {Self}`: its method `now` tells the time of your world",
    note = "a blackboard of `bt-bevy` has it as a field: `#[resource] time: &'w Time`"
)]
pub trait Clock {
    /// The current time, since a zero point that the program chooses.
    fn now(&self) -> Duration;
}
