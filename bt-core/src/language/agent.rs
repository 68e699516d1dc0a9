//! The interface of every agent, whether its tree was compiled or loaded.

use crate::language::private::{Kept, Machine};
use crate::{Active, AnyObserver, BehaviorTree, Node, NodeId, Observer, Status, Wake};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;

/// What can be asked about an agent without its blackboard.
///
/// ```
/// use bt_core::{Inspect, behavior_tree};
///
/// behavior_tree! {
///     tree Stand(steps: &mut u32) { sequence { 'start: succeed; 'rest: running; } }
/// }
///
/// fn names(agent: &dyn Inspect) -> Vec<&'static str> {
///     agent.active().map(|node| agent.nodes()[node.index()].name()).collect()
/// }
///
/// let mut stand = Stand::new();
/// stand.tick(&mut 0);
/// assert_eq!(names(&stand), ["sequence", "rest"]);
/// ```
pub trait Inspect {
    /// The nodes of the tree, in pre-order: a node's id is its index.
    fn nodes(&self) -> &[Node];

    /// Returns `true` if a node is active.
    fn is_active(&self, node: NodeId) -> bool;

    /// The active nodes, the root first; parents come before their children. `{:?}` prints their names.
    fn active(&self) -> Active<'_>;

    /// The name of the tree.
    #[doc(hidden)]
    fn tree_name(&self) -> &str;

    /// A number that no other table of nodes has, as long as the tree is there: its address, or an odd number of its own.
    #[doc(hidden)]
    fn table_id(&self) -> usize;

    /// The file from which the tree was loaded, if it is known.
    #[doc(hidden)]
    fn file(&self) -> Option<&str> {
        None
    }

    /// The file in which a node of a loaded tree is written, if it is known.
    #[doc(hidden)]
    fn file_of(&self, _: NodeId) -> Option<&str> {
        None
    }

    /// The mark of the text from which the tree was loaded: other texts have other marks.
    #[doc(hidden)]
    fn text_mark(&self) -> Option<&str> {
        None
    }

    /// The nodes of a loaded tree that do not stand in its file, but in trees that were compiled.
    #[doc(hidden)]
    fn foreign(&self) -> &[core::ops::Range<usize>] {
        &[]
    }

    /// An active node that has nothing active below it; see `Machine::tip`.
    #[doc(hidden)]
    fn tip_from(&self, from: u32) -> u32;

    /// Visits what the nodes keep.
    #[doc(hidden)]
    fn visit_kept(&self, _: &mut Kept<'_>) {}
}

impl<T: Machine> Inspect for T {
    #[inline]
    fn nodes(&self) -> &[Node] {
        <T as Machine>::nodes()
    }

    #[inline]
    fn is_active(&self, node: NodeId) -> bool {
        crate::language::active::is_active(self, node)
    }

    #[inline]
    fn active(&self) -> Active<'_> {
        Active::new(<T as Machine>::nodes(), self)
    }

    fn tree_name(&self) -> &str {
        core::any::type_name::<T>()
    }

    fn table_id(&self) -> usize {
        <T as Machine>::nodes().as_ptr().addr()
    }

    #[inline]
    fn tip_from(&self, from: u32) -> u32 {
        self.tip(from)
    }

    #[inline]
    fn visit_kept(&self, kept: &mut Kept<'_>) {
        self.kept(kept);
    }
}

/// A tree with its state: compiled by [`behavior_tree!`](crate::behavior_tree), or loaded from a file.
///
/// All that watches trees takes an `Agent`, and agents of different trees can stand in one list as `dyn Agent`.
/// [`BehaviorTree`] has more, which only compiled trees have: the nodes as a constant. Import this trait only for generic
/// code: the types have the same methods.
///
/// ```
/// use bt_core::observe::Log;
/// use bt_core::{Agent, Status, behavior_tree};
///
/// behavior_tree! {
///     tree Up(number: &mut i32) { action *number += 1; }
///     tree Add(number: &mut i32, step: i32) { action *number += *step; }
/// }
///
/// let mut agents: Vec<Box<dyn Agent<i32>>> = vec![Box::new(Up::new()), Box::new(Add::new(10))];
/// let mut number = 0;
/// for agent in &mut agents {
///     assert_eq!(agent.tick(&mut number), Status::Success);
///     assert_eq!(agent.nodes().len(), 1);
/// }
/// assert_eq!(number, 11);
///
/// # #[cfg(feature = "alloc")] {
/// let mut log = Log::of(&agents[0], String::new());
/// log.tick(&mut agents[0], &mut number);
/// assert!(log.into_writer().contains("success  action *number += 1"));
/// # }
/// ```
pub trait Agent<Blackboard: ?Sized>: Inspect {
    /// Ticks the tree once: each node at most once.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Ticks the tree once and reports the events to `observer`. The method of a `dyn Agent` is
    /// [`tick_with_any`](Agent::tick_with_any).
    fn tick_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        Self: Sized;

    /// Does the same as [`tick_with`](Agent::tick_with), also for a `dyn Agent`. Events take longer, since each is a call
    /// through a table.
    ///
    /// ```
    /// use bt_core::{Agent, behavior_tree, observe::Log};
    ///
    /// behavior_tree! {
    ///     tree Up(number: &mut i32) { action *number += 1; }
    /// }
    ///
    /// let mut agent: Box<dyn Agent<i32>> = Box::new(Up::new());
    /// let mut log = Log::new(Up::NODES, String::new());
    /// agent.tick_with_any(&mut 0, &mut log);
    /// assert!(log.into_writer().contains("success  action *number += 1"));
    /// ```
    fn tick_with_any(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut dyn AnyObserver,
    ) -> Status;

    /// Aborts the active nodes; the next tick starts the tree again.
    fn abort(&mut self, blackboard: &mut Blackboard);

    /// Aborts the active nodes and reports them to `observer`. The method of a `dyn Agent` is
    /// [`abort_with_any`](Agent::abort_with_any).
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut (impl Observer + ?Sized))
    where
        Self: Sized;

    /// Does the same as [`abort_with`](Agent::abort_with), also for a `dyn Agent`.
    fn abort_with_any(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver);

    /// Ends the active nodes, after their cleanups that take time; see [`BehaviorTree::stop`]. The default is for an agent
    /// without such cleanups.
    fn stop(&mut self, blackboard: &mut Blackboard) -> Status {
        self.abort(blackboard);
        Status::Success
    }

    /// Does the same and reports the events to `observer`. The method of a `dyn Agent` is
    /// [`stop_with_any`](Agent::stop_with_any).
    fn stop_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        Self: Sized,
    {
        self.abort_with(blackboard, observer);
        Status::Success
    }

    /// Does the same as [`stop_with`](Agent::stop_with), also for a `dyn Agent`.
    fn stop_with_any(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut dyn AnyObserver,
    ) -> Status {
        self.abort_with_any(blackboard, observer);
        Status::Success
    }

    /// Returns `true` if the tree has begun, and has neither finished nor been aborted.
    fn is_running(&self) -> bool;

    /// When the tree has to be ticked again; see [`BehaviorTree::next_wake`].
    fn next_wake(&self) -> Wake;

    /// When the tree has to be ticked again if nothing changes; see [`BehaviorTree::next_wake_if_unchanged`].
    fn next_wake_if_unchanged(&self) -> Wake {
        self.next_wake()
    }

    /// Moves all deadlines of the tree to a later time; see [`BehaviorTree::shift`]. The default is for an agent without
    /// deadlines.
    fn shift(&mut self, by: Duration) {
        let _ = by;
    }
}

impl<Blackboard: ?Sized, T: BehaviorTree<Blackboard> + Machine> Agent<Blackboard> for T {
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
    fn tick_with_any(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut dyn AnyObserver,
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
    fn abort_with_any(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver) {
        BehaviorTree::abort_with(self, blackboard, observer);
    }

    #[inline]
    fn stop(&mut self, blackboard: &mut Blackboard) -> Status {
        BehaviorTree::stop(self, blackboard)
    }

    #[inline]
    fn stop_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        BehaviorTree::stop_with(self, blackboard, observer)
    }

    #[inline]
    fn stop_with_any(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut dyn AnyObserver,
    ) -> Status {
        BehaviorTree::stop_with(self, blackboard, observer)
    }

    #[inline]
    fn is_running(&self) -> bool {
        BehaviorTree::is_running(self)
    }

    #[inline]
    fn next_wake(&self) -> Wake {
        BehaviorTree::next_wake(self)
    }

    #[inline]
    fn next_wake_if_unchanged(&self) -> Wake {
        BehaviorTree::next_wake_if_unchanged(self)
    }

    #[inline]
    fn shift(&mut self, by: Duration) {
        BehaviorTree::shift(self, by);
    }
}

/// Prints the names of the active nodes: `[active_selector, flee, npc.run_away()]`
macro_rules! debug {
    ($($agent:ty),*) => { $(
        impl<Blackboard: ?Sized> fmt::Debug for $agent {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.active().fmt(formatter)
            }
        }
    )* };
}

debug!(dyn Agent<Blackboard> + '_, dyn Agent<Blackboard> + Send + '_);

/// A boxed `dyn Agent` is an agent: recorders and other watchers tick it like each other tree.
macro_rules! boxed {
    ($($agent:ty),*) => { $(
        #[cfg(feature = "alloc")]
        impl<Blackboard: ?Sized> Inspect for Box<$agent> {
            fn nodes(&self) -> &[Node] {
                (**self).nodes()
            }

            fn is_active(&self, node: NodeId) -> bool {
                (**self).is_active(node)
            }

            fn active(&self) -> Active<'_> {
                (**self).active()
            }

            fn tree_name(&self) -> &str {
                (**self).tree_name()
            }

            fn table_id(&self) -> usize {
                (**self).table_id()
            }

            fn file(&self) -> Option<&str> {
                (**self).file()
            }

            fn file_of(&self, node: NodeId) -> Option<&str> {
                (**self).file_of(node)
            }

            fn text_mark(&self) -> Option<&str> {
                (**self).text_mark()
            }

            fn foreign(&self) -> &[core::ops::Range<usize>] {
                (**self).foreign()
            }

            fn tip_from(&self, from: u32) -> u32 {
                (**self).tip_from(from)
            }

            fn visit_kept(&self, kept: &mut Kept<'_>) {
                (**self).visit_kept(kept);
            }
        }

        #[cfg(feature = "alloc")]
        impl<Blackboard: ?Sized> Agent<Blackboard> for Box<$agent> {
            fn tick(&mut self, blackboard: &mut Blackboard) -> Status {
                (**self).tick(blackboard)
            }

            fn tick_with(
                &mut self,
                blackboard: &mut Blackboard,
                mut observer: &mut (impl Observer + ?Sized),
            ) -> Status {
                (**self).tick_with_any(blackboard, &mut observer)
            }

            fn tick_with_any(
                &mut self,
                blackboard: &mut Blackboard,
                observer: &mut dyn AnyObserver,
            ) -> Status {
                (**self).tick_with_any(blackboard, observer)
            }

            fn abort(&mut self, blackboard: &mut Blackboard) {
                (**self).abort(blackboard);
            }

            fn abort_with(
                &mut self,
                blackboard: &mut Blackboard,
                mut observer: &mut (impl Observer + ?Sized),
            ) {
                (**self).abort_with_any(blackboard, &mut observer);
            }

            fn abort_with_any(&mut self, blackboard: &mut Blackboard, observer: &mut dyn AnyObserver) {
                (**self).abort_with_any(blackboard, observer);
            }

            fn stop(&mut self, blackboard: &mut Blackboard) -> Status {
                (**self).stop(blackboard)
            }

            fn stop_with(
                &mut self,
                blackboard: &mut Blackboard,
                mut observer: &mut (impl Observer + ?Sized),
            ) -> Status {
                (**self).stop_with_any(blackboard, &mut observer)
            }

            fn stop_with_any(
                &mut self,
                blackboard: &mut Blackboard,
                observer: &mut dyn AnyObserver,
            ) -> Status {
                (**self).stop_with_any(blackboard, observer)
            }

            fn is_running(&self) -> bool {
                (**self).is_running()
            }

            fn next_wake(&self) -> Wake {
                (**self).next_wake()
            }

            fn next_wake_if_unchanged(&self) -> Wake {
                (**self).next_wake_if_unchanged()
            }

            fn shift(&mut self, by: Duration) {
                (**self).shift(by);
            }
        }
    )* };
}

boxed!(dyn Agent<Blackboard> + '_, dyn Agent<Blackboard> + Send + '_);
