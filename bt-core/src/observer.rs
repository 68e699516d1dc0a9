//! What can be seen of a tick.

use crate::{NodeId, Status};
use core::fmt;

/// Is told what happens in a tick: `tree.tick_with(&mut blackboard, &mut observer)`.
///
/// The events of a tick come in the order in which things happen. A node is active from the tick in
/// which it (or a leaf below it) was running until it is finished or aborted, so these three events
/// are all there is to know. Ids are those of the ticked tree's `NODES`, subtrees included. A tree
/// that is ticked without an observer contains nothing of all this.
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
    /// A leaf was ticked, or a condition asked; `error` is the text of an action's `Err`.
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        let _ = (node, status, error);
    }

    /// A composite or a decorator finished: `status` is success or failure.
    fn finished(&mut self, node: NodeId, status: Status) {
        let _ = (node, status);
    }

    /// A node that was active was aborted; children come before their parents.
    fn aborted(&mut self, node: NodeId) {
        let _ = node;
    }
}

/// Sees nothing; what a tree is ticked with when nobody watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoObserver;

impl Observer for NoObserver {}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        (**self).leaf(node, status, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        (**self).finished(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        (**self).aborted(node);
    }
}
