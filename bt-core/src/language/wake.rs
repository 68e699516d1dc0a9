//! When a tree has to be ticked again.

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
