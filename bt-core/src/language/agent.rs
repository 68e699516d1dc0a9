//! The interface of every agent, whether its tree was compiled or loaded.

use crate::language::private::Tips;
use crate::{Active, BehaviorTree, Node, Observer, Status, Wake};

/// A tree with its state: compiled by [`behavior_tree!`](crate::behavior_tree), or loaded from a file.
///
/// All that watches or schedules trees takes an `Agent`. [`BehaviorTree`] has more, which only compiled trees have:
/// the nodes as a constant. Import this trait only for generic code: the types have the same methods.
///
/// ```
/// use bt_core::{Agent, Status, behavior_tree};
///
/// behavior_tree! {
///     tree Count(number: &mut u32) { action *number += 1; }
/// }
///
/// /// Ticks a tree of any origin and counts its nodes.
/// fn tick<B>(agent: &mut impl Agent<B>, blackboard: &mut B) -> (Status, usize) {
///     (agent.tick(blackboard), agent.nodes().len())
/// }
///
/// assert_eq!(tick(&mut Count::new(), &mut 3), (Status::Success, 1));
/// ```
pub trait Agent<Blackboard: ?Sized>: Tips {
    /// Ticks the tree once: each node at most once.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Ticks the tree once and reports the events to `observer`.
    fn tick_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        Self: Sized;

    /// Aborts the running nodes; the next tick starts the tree again.
    fn abort(&mut self, blackboard: &mut Blackboard);

    /// Ends what runs and reports the aborted nodes to `observer`.
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut (impl Observer + ?Sized))
    where
        Self: Sized;

    /// Returns `true` if the tree has begun, and has neither finished nor been aborted.
    fn is_running(&self) -> bool;

    /// When the tree has to be ticked again; see [`BehaviorTree::next_wake`].
    fn next_wake(&self) -> Wake;

    /// The nodes of the tree, in pre-order.
    fn nodes(&self) -> &[Node] {
        self.table()
    }

    /// The active nodes, root first; parents come before their children.
    fn active(&self) -> Active<'_, Self>
    where
        Self: Sized,
    {
        Active::new(self)
    }
}

impl<Blackboard: ?Sized, T: BehaviorTree<Blackboard> + crate::language::private::Machine>
    Agent<Blackboard> for T
{
    #[inline]
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
        BehaviorTree::tick(self, blackboard)
    }

    #[inline]
    fn tick_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        BehaviorTree::tick_with(self, blackboard, observer)
    }

    #[inline]
    fn abort(&mut self, blackboard: &mut Blackboard) {
        BehaviorTree::abort(self, blackboard);
    }

    #[inline]
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut (impl Observer + ?Sized)) {
        BehaviorTree::abort_with(self, blackboard, observer);
    }

    #[inline]
    fn is_running(&self) -> bool {
        BehaviorTree::is_running(self)
    }

    #[inline]
    fn next_wake(&self) -> Wake {
        BehaviorTree::next_wake(self)
    }
}
