//! Observers that are ready to use: a log, marks for a picture, reasons, statistics, answers for tests, a monitor of rules.
//!
//! Each but [`Answers`] and [`Monitor`] has a method `tick` that ticks a tree and observes it; after a loaded tree has taken a new version, it goes on
//! with the nodes of that. Each is also an [`Observer`], so a pair of
//! them can observe the same tick:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use bt_core::observe::{Log, Mark, Marks};
//! use bt_core::{Status, behavior_tree};
//!
//! behavior_tree! {
//!     tree Call(number: &mut u32) {
//!         sequence {
//!             condition *number > 0;
//!             'ring: action Err::<(), _>("nobody there");
//!         }
//!     }
//! }
//!
//! let mut log = Log::new(Call::NODES, String::new());
//! let mut marks = Marks::new(Call::NODES);
//! Call::new().tick_with(&mut 7, &mut (&mut log, &mut marks));
//! assert_eq!(marks.get(Call::RING), Some(Mark::Ticked(Status::Failure)));
//! assert_eq!(
//!     log.into_writer(),
//!     "tick 1\n  \
//!        success  condition *number > 0\n  \
//!        failure  ring: action Err::<(), _>(\"nobody there\")  nobody there\n  \
//!        failure  sequence\n"
//! );
//! # }
//! ```

#[cfg(feature = "alloc")]
mod answers;
mod log;
#[cfg(feature = "alloc")]
mod marks;
mod monitor;
mod nodes;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod reason;
#[cfg(feature = "alloc")]
mod statistics;
#[cfg(feature = "tracing")]
mod tracing;

#[cfg(feature = "tracing")]
pub use self::tracing::Tracing;
#[cfg(feature = "alloc")]
pub use answers::Answers;
pub use log::Log;
#[cfg(feature = "std")]
pub use log::ToIo;
#[cfg(feature = "alloc")]
pub use marks::Marks;
pub use monitor::{Broken, Monitor};
#[cfg(feature = "alloc")]
pub use reason::Reasons;
#[cfg(feature = "alloc")]
pub use statistics::{NodeStatistics, Statistics};

use crate::{Active, NodeId, Observer, Status};
use core::fmt;

/// The last event of a node in a tick.
///
/// ```
/// use bt_core::Status;
/// use bt_core::observe::Mark;
///
/// assert_eq!(Mark::Ticked(Status::Failure).to_string(), "failure");
/// assert_eq!(Mark::Aborted.to_string(), "aborted");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It returned this status.
    Ticked(Status),
    /// It was active and was aborted.
    Aborted,
}

impl fmt::Display for Mark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ticked(status) => status.fmt(formatter),
            Self::Aborted => formatter.pad("aborted"),
        }
    }
}

/// Both receive all events, the first one before the second. The second one is asked for answers that the first one does
/// not give.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const ANSWERS: bool = A::ANSWERS || B::ANSWERS;

    fn answer(&mut self, leaf: NodeId) -> Option<Status> {
        let first = if A::ANSWERS { self.0.answer(leaf) } else { None };
        if B::ANSWERS { first.or_else(|| self.1.answer(leaf)) } else { first }
    }

    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.0.leaf(node, status, error);
        self.1.leaf(node, status, error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.0.error(node, error);
        self.1.error(node, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.finished(node, status);
        self.1.finished(node, status);
    }

    fn ticked(&mut self, node: NodeId) {
        self.0.ticked(node);
        self.1.ticked(node);
    }

    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        self.0.decided(node, about, answer);
        self.1.decided(node, about, answer);
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.aborted(node);
        self.1.aborted(node);
    }

    fn tick_begins(&mut self) {
        self.0.tick_begins();
        self.1.tick_begins();
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        self.0.tick_ends(active.clone());
        self.1.tick_ends(active);
    }

    #[inline]
    fn is_off(&self) -> bool {
        self.0.is_off() && self.1.is_off()
    }
}
