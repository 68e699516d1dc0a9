//! The interface of every tree.

use crate::language::active::is_active;
use crate::language::private::Machine;
use crate::{Active, Node, NodeId, Observer, Status, Wake};

/// The interface of every type that [`behavior_tree!`](crate::behavior_tree) makes, for generic code.
///
/// The same is there as methods of each tree's own, so that a program that names its tree needs no
/// import.
///
/// ```
/// use bt_core::{BehaviorTree, behavior_tree};
///
/// behavior_tree! {
///     tree Count(number: &mut u32) {
///         action *number += 1;
///     }
/// }
///
/// /// Ticks one agent after the other and counts the active nodes.
/// fn tick_all<B, T: BehaviorTree<B>>(agents: &mut [(T, B)]) -> usize {
///     let mut active = 0;
///     for (tree, blackboard) in agents {
///         tree.tick(blackboard);
///         active += tree.active().map(|node| &T::NODES[node.index()]).count();
///     }
///     active
/// }
///
/// let mut agents = [(Count::new(), 1), (Count::new(), 2)];
/// assert_eq!(tick_all(&mut agents), 0);
/// assert_eq!((agents[0].1, agents[1].1), (2, 3));
/// ```
pub trait BehaviorTree<Blackboard: ?Sized>: Machine + Sized {
    /// The nodes of the tree, in pre-order: a node's id is its place here.
    const NODES: &'static [Node] = <Self as Machine>::TABLE;

    /// A tree in which nothing runs.
    ///
    /// A tree with parameters is made by its own `new`, which takes them; this one does not compile for it:
    ///
    /// ```compile_fail,E0080
    /// use bt_core::{BehaviorTree, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Add(number: &mut i32, step: i32) { action *number += *step; }
    /// }
    ///
    /// fn make<T: BehaviorTree<i32>>() -> T {
    ///     T::new()
    /// }
    ///
    /// make::<Add>();
    /// ```
    #[must_use]
    fn new() -> Self {
        const {
            panic!(
                "this tree has parameters: make it by its own `new`, and pass it to generic code"
            )
        }
    }

    /// Ticks the tree once: each node at most once.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Ticks the tree once and tells `observer` what happens.
    fn tick_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status;

    /// Ends what runs; the next tick starts afresh.
    fn abort(&mut self, blackboard: &mut Blackboard);

    /// Ends what runs and tells `observer` what was aborted.
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut (impl Observer + ?Sized));

    /// Returns `true` if a node is running: the tree has begun, and has neither finished nor been aborted.
    fn is_running(&self) -> bool;

    /// Returns `true` if a node is active.
    ///
    /// ```
    /// use bt_core::{BehaviorTree, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Stand(steps: &mut u32) {
    ///         sequence { 'start: succeed; 'rest: running; }
    ///     }
    /// }
    ///
    /// let mut stand = Stand::new();
    /// stand.tick(&mut 0);
    /// assert!(stand.is_active(Stand::REST) && !stand.is_active(Stand::START));
    /// assert_eq!(format!("{:?}", stand.active()), "[sequence, rest]");
    /// assert_eq!(Stand::node(Stand::REST).name(), "rest");
    /// ```
    fn is_active(&self, node: NodeId) -> bool {
        is_active(self, node)
    }

    /// A node of the tree.
    ///
    /// # Panics
    ///
    /// If the id is one of another tree, and larger than all of this one.
    #[must_use]
    fn node(id: NodeId) -> &'static Node {
        &Self::NODES[id.index()]
    }

    /// The active nodes, root first; parents come before their children. `{:?}` shows their names.
    fn active(&self) -> Active<'_, Self>;

    /// When the tree has to be ticked again; until then it can be left alone.
    ///
    /// A tick before that time (or at any time, for [`Wake::OnEvent`]) would return
    /// [`Status::Running`] and do nothing: no expression of yours would be evaluated, no node would
    /// begin, finish or be aborted, and the tree would stay as it is, whatever has become of the
    /// blackboard in the meantime. Only an observer would notice that it is left out.
    /// A stateful action answers for itself: see [`Action::next_wake`](crate::Action::next_wake).
    ///
    /// A tree in which nothing runs says [`Wake::NextTick`], and so does one of which nothing is
    /// known. The time is that of the blackboard's [`Clock`](crate::Clock).
    ///
    /// ```
    /// use bt_core::{Clock, Wake, behavior_tree};
    /// use std::time::Duration;
    ///
    /// struct Lamp {
    ///     time: Duration,
    ///     on: bool,
    /// }
    ///
    /// impl Clock for Lamp {
    ///     fn now(&self) -> Duration {
    ///         self.time
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Blink(lamp: &mut Lamp) {
    ///         repeat sequence {
    ///             action lamp.on = !lamp.on;
    ///             wait(2s);
    ///         }
    ///     }
    /// }
    ///
    /// let mut lamp = Lamp { time: Duration::from_secs(3), on: false };
    /// let mut blink = Blink::new();
    /// assert_eq!(blink.next_wake(), Wake::NextTick);
    /// blink.tick(&mut lamp);
    /// assert_eq!(blink.next_wake(), Wake::At(Duration::from_secs(5)));
    /// ```
    #[must_use]
    fn next_wake(&self) -> Wake;
}
