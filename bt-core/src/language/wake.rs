//! Time, which the blackboard provides, and when a tree has to be ticked again.

use core::task::Waker;
use core::time::Duration;

/// When a tree has to be ticked again, as [`BehaviorTree::next_wake`](crate::BehaviorTree::next_wake) returns
/// it. An earlier wake is less than a later one, so `min` combines two of them.
///
/// ```
/// use bt_core::Wake;
/// use std::time::Duration;
///
/// let [soon, late] = [1, 2].map(|seconds| Wake::At(Duration::from_secs(seconds)));
/// assert_eq!(late.min(soon), soon);
/// assert_eq!(late.min(Wake::OnEvent), late);
/// assert_eq!(late.min(Wake::NextTick), Wake::NextTick);
///
/// assert!(soon.is_due(Duration::from_secs(1)));
/// assert!(!late.is_due(Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wake {
    /// The next tick may do something.
    NextTick,
    /// Nothing happens before this time, which may be in the past.
    At(Duration),
    /// Nothing happens by itself; the program has to tick the tree when an event occurs.
    OnEvent,
}

impl Wake {
    /// Returns `true` if a tick at that time may do anything.
    #[must_use]
    #[inline]
    pub fn is_due(self, now: Duration) -> bool {
        match self {
            Self::NextTick => true,
            Self::At(time) => time <= now,
            Self::OnEvent => false,
        }
    }
}

/// The waker of a blackboard, with which the futures of `await` are polled.
///
/// Between two polls a tree that only waits for such a future needs no tick: `next_wake` returns
/// [`Wake::OnEvent`]. The waker tells the program to tick it. In a [`Crowd`](crate::crowd::Crowd), that is the waker
/// of the agent. On a blackboard without `Waking` the future is polled in every tick.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use bt_core::{Status, Waking, Wake, behavior_tree};
/// use std::future::poll_fn;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::sync::{Arc, Mutex};
/// use std::task::{Poll, Waker};
///
/// struct Robot {
///     waker: Waker,
///     door: Arc<Mutex<Option<Waker>>>,
/// }
///
/// impl Waking for Robot {
///     fn waker(&self) -> &Waker {
///         &self.waker
///     }
/// }
///
/// /// Tells the program that the robot has to be ticked.
/// #[derive(Default)]
/// struct Bell(AtomicBool);
///
/// impl std::task::Wake for Bell {
///     fn wake(self: Arc<Self>) {
///         self.0.store(true, Ordering::Relaxed);
///     }
/// }
///
/// /// Waits until someone takes the waker out of the door and wakes it.
/// fn opens(door: Arc<Mutex<Option<Waker>>>) -> impl Future<Output = ()> {
///     let mut is_open = false;
///     poll_fn(move |context| {
///         if std::mem::replace(&mut is_open, true) {
///             return Poll::Ready(());
///         }
///         *door.lock().unwrap() = Some(context.waker().clone());
///         Poll::Pending
///     })
/// }
///
/// behavior_tree! {
///     tree Enter(robot: &mut Robot) {
///         await opens(robot.door.clone());
///     }
/// }
///
/// let bell = Arc::new(Bell::default());
/// let mut robot = Robot { waker: Arc::clone(&bell).into(), door: Arc::default() };
/// let mut enter = Enter::new();
/// assert_eq!(enter.tick(&mut robot), Status::Running);
/// assert_eq!(enter.next_wake(), Wake::OnEvent);
///
/// robot.door.lock().unwrap().take().unwrap().wake();
/// assert!(bell.0.load(Ordering::Relaxed));
/// assert_eq!(enter.tick(&mut robot), Status::Success);
/// # }
/// ```
pub trait Waking {
    /// The waker, which tells the program to tick the trees of this blackboard.
    fn waker(&self) -> &Waker;
}

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
