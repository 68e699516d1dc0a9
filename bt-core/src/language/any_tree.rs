//! A trait for trees of different types.

use crate::{Agent, AnyObserver, Node, NodeId, Status, Wake};

/// A tree over a blackboard, as a `dyn` trait: for trees of different types in one list.
///
/// [`BehaviorTree`](crate::BehaviorTree) has the same methods for generic code, but cannot be used as `dyn`. All trees implement
/// both traits; import only one of them.
///
/// ```
/// use bt_core::{AnyTree, Status, behavior_tree};
///
/// behavior_tree! {
///     tree Up(number: &mut i32) { action *number += 1; }
///     tree Add(number: &mut i32, step: i32) { action *number += *step; }
/// }
///
/// let mut trees: Vec<Box<dyn AnyTree<i32>>> = vec![Box::new(Up::new()), Box::new(Add::new(10))];
/// let mut number = 0;
/// for tree in &mut trees {
///     assert_eq!(tree.tick(&mut number), Status::Success);
/// }
/// assert_eq!(number, 11);
/// ```
pub trait AnyTree<Blackboard: ?Sized> {
    /// The nodes of the tree, in pre-order.
    fn nodes(&self) -> &[Node];

    /// Ticks the tree once. Each node is ticked at most once.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Ticks the tree once and reports the events to `observer`.
    fn tick_with(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver) -> Status;

    /// Aborts the active nodes. The next tick starts the tree again.
    fn abort(&mut self, blackboard: &mut Blackboard);

    /// Aborts the active nodes and reports them to `observer`.
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver);

    /// Returns `true` if the tree has started and has neither finished nor been aborted.
    fn is_running(&self) -> bool;

    /// Returns `true` if a node is active.
    fn is_active(&self, node: NodeId) -> bool;

    /// Calls `visit` with each active node, root first.
    fn each_active(&self, visit: &mut dyn FnMut(NodeId));

    /// Returns when the tree has to be ticked again; see [`BehaviorTree::next_wake`](crate::BehaviorTree::next_wake).
    fn next_wake(&self) -> Wake;
}

impl<Blackboard: ?Sized, T: Agent<Blackboard>> AnyTree<Blackboard> for T {
    fn nodes(&self) -> &[Node] {
        self.table()
    }

    fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
        Agent::tick(self, blackboard)
    }

    fn tick_with(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver) -> Status {
        Agent::tick_with(self, blackboard, observer)
    }

    fn abort(&mut self, blackboard: &mut Blackboard) {
        Agent::abort(self, blackboard);
    }

    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver) {
        Agent::abort_with(self, blackboard, observer);
    }

    fn is_running(&self) -> bool {
        Agent::is_running(self)
    }

    fn is_active(&self, node: NodeId) -> bool {
        crate::language::active::is_active(self, node)
    }

    fn each_active(&self, visit: &mut dyn FnMut(NodeId)) {
        Agent::active(self).for_each(visit);
    }

    fn next_wake(&self) -> Wake {
        Agent::next_wake(self)
    }
}
