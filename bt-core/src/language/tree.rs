//! The interface of every tree.

use crate::language::active::is_active;
use crate::language::private::Machine;
use crate::{Active, Node, NodeId, Observer, Status, Wake};
use core::time::Duration;

/// The interface of every type that [`behavior_tree!`](crate::behavior_tree) makes, for generic code.
///
/// It cannot be used as `dyn BehaviorTree`. For trees of different types in one list, use [`Agent`](crate::Agent), which all
/// trees implement too.
///
/// Each tree also has these methods as inherent methods, so a program that names the type of its tree needs
/// no import.
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
    /// The nodes of the tree, in pre-order: a node's id is its index here.
    const NODES: &'static [Node] = <Self as Machine>::TABLE;

    /// Makes a tree in which no node is active.
    ///
    /// A tree with parameters has a `new` of its own, which takes them; this one does not compile for such a
    /// tree:
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

    /// Ticks the tree once. Each node is ticked at most once.
    fn tick(&mut self, blackboard: &mut Blackboard) -> Status;

    /// Ticks the tree once and reports the events to `observer`.
    fn tick_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status;

    /// Aborts the active nodes. The next tick starts the tree again.
    fn abort(&mut self, blackboard: &mut Blackboard);

    /// Aborts the active nodes and reports them to `observer`.
    fn abort_with(&mut self, blackboard: &mut Blackboard, observer: &mut (impl Observer + ?Sized));

    /// Ends the active nodes politely: their cleanups that take time, `finally { … } node`, are ticked to their end.
    ///
    /// Call it once a tick in place of [`tick`](Self::tick), until it is not [`Status::Running`] any more but
    /// [`Status::Success`]. Then no node is active, as after [`abort`](Self::abort), which takes no time and starts no
    /// cleanup. A `tick` in between goes on with the tree: what was interrupted counts as failed.
    ///
    /// ```
    /// use bt_core::{Status, behavior_tree};
    ///
    /// behavior_tree! {
    ///     tree Dig(depth: &mut i32) {
    ///         finally { repeat(2) action *depth -= 1; } repeat action *depth += 1;
    ///     }
    /// }
    ///
    /// let (mut dig, mut depth) = (Dig::new(), 0);
    /// dig.tick(&mut depth);
    /// dig.tick(&mut depth);
    /// assert_eq!((dig.stop(&mut depth), depth), (Status::Running, 1));
    /// assert_eq!((dig.stop(&mut depth), depth), (Status::Success, 0));
    /// assert!(!dig.is_running());
    /// ```
    fn stop(&mut self, blackboard: &mut Blackboard) -> Status {
        self.abort(blackboard);
        Status::Success
    }

    /// Does the same as [`stop`](Self::stop) and reports the events to `observer`.
    fn stop_with(
        &mut self,
        blackboard: &mut Blackboard,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status {
        self.abort_with(blackboard, observer);
        Status::Success
    }

    /// Returns `true` if a node is active: the tree has started and has neither finished nor been aborted.
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

    /// Returns a node of the tree.
    ///
    /// # Panics
    ///
    /// If the id belongs to a larger tree and this tree has no such id.
    #[must_use]
    fn node(id: NodeId) -> &'static Node {
        &Self::NODES[id.index()]
    }

    /// The active nodes, the root first; parents come before their children. `{:?}` prints their names.
    fn active(&self) -> Active<'_>;

    /// Returns when the tree has to be ticked again. A program need not tick it before.
    ///
    /// A tick before that time (or at any time, for [`Wake::OnEvent`]) would return [`Status::Running`] and
    /// do nothing: it would evaluate no expression of yours, no node would start, finish or be aborted, and
    /// the tree would not change, even if the blackboard has changed in the meantime. Only an observer would
    /// see the difference. A stateful action makes this promise itself: see
    /// [`Action::next_wake`](crate::Action::next_wake).
    ///
    /// A tree without an active node returns [`Wake::NextTick`], and so does a tree that cannot tell. The
    /// time is that of the blackboard's [`Clock`](crate::Clock).
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

    /// Returns when the tree has to be ticked again if nothing changes: if its conditions and all other expressions that
    /// only look at the blackboard give the same results as in the last tick. It is never earlier than
    /// [`next_wake`](Self::next_wake); if it is later, such an expression could change what the tree does.
    ///
    /// It only counts what runs: a `wait`, a timer, an `await`, a stateful action. Actions that ended in the last tick, and a
    /// `cooldown` that refused its child then, are not counted, although the next tick may come to them again. So ask after
    /// a tick in which no action has ended, or let a [`Crowd`](crate::crowd::Crowd::insert_event_driven) do that for you.
    ///
    /// ```
    /// use bt_core::{Clock, Wake, behavior_tree};
    /// use std::time::Duration;
    ///
    /// struct Dog {
    ///     time: Duration,
    ///     hears_cat: bool,
    /// }
    ///
    /// impl Clock for Dog {
    ///     fn now(&self) -> Duration {
    ///         self.time
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Doze(dog: &mut Dog) {
    ///         active_selector {
    ///             sequence { condition dog.hears_cat; running; }
    ///             wait(1h);
    ///         }
    ///     }
    /// }
    ///
    /// let mut dog = Dog { time: Duration::ZERO, hears_cat: false };
    /// let mut doze = Doze::new();
    /// doze.tick(&mut dog);
    /// assert_eq!(doze.next_wake(), Wake::NextTick);
    /// assert_eq!(doze.next_wake_if_unchanged(), Wake::At(Duration::from_secs(3600)));
    /// ```
    #[must_use]
    fn next_wake_if_unchanged(&self) -> Wake {
        self.next_wake()
    }

    /// Moves all deadlines of the tree to a later time: those of `wait`, `timeout`, `cooldown` and all other timers.
    ///
    /// A tree that is not ticked keeps its deadlines. If the clock went on meanwhile, because the agent was saved or did
    /// not take part, then all its timers are over. With a shift by the time that it missed, it goes on as if no time had
    /// passed. A clock that stands still in a pause needs no shift.
    ///
    /// A stateful action that keeps a time of its own implements [`Action::shift`](crate::Action::shift), a decorator
    /// [`Decorator::shift`](crate::Decorator::shift). A subtree with a clock of its own is shifted, too. The values of
    /// `let` and of parameters stay as they are.
    ///
    /// ```
    /// use bt_core::{Clock, Status, behavior_tree};
    /// use std::time::Duration;
    ///
    /// struct World(Duration);
    ///
    /// impl Clock for World {
    ///     fn now(&self) -> Duration {
    ///         self.0
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Rest(world: &mut World) { wait(3s); }
    /// }
    ///
    /// let (mut rest, second) = (Rest::new(), Duration::from_secs(1));
    /// rest.tick(&mut World(10 * second));
    /// // A second later the agent falls asleep, and wakes after an hour.
    /// rest.shift(3600 * second);
    /// assert_eq!(rest.tick(&mut World(3612 * second)), Status::Running);
    /// assert_eq!(rest.tick(&mut World(3613 * second)), Status::Success);
    /// ```
    fn shift(&mut self, by: Duration);
}
