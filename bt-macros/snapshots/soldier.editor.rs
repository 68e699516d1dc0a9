#[allow(unused_imports, reason = "a call before this one may have imported it")]
use ::bt_core::__private::scope::*;
const _: () = {
    fn item_1() {
        let _ = __bt::keywords::items::tree;
    }
    fn mirror_2(npc: &mut Npc) {
        let _ = __bt::keywords::active_selector;
        let _ = __bt::keywords::sequence;
        let _ = __bt::keywords::condition;
        let _: ::core::primitive::bool = (|| npc.sees_enemy())();
        let _ = __bt::keywords::active_selector;
        let _ = __bt::keywords::sequence;
        let _ = __bt::keywords::condition;
        let _: ::core::primitive::bool = (|| npc.health < 20)();
        let _ = __bt::keywords::action;
        let _: _ = (|| npc.run_away())();
        let _ = __bt::keywords::end;
        let _ = __bt::keywords::monitor;
        let _ = __bt::keywords::condition;
        let _: ::core::primitive::bool = (|| !npc.enemy_dead())();
        let _ = __bt::keywords::action;
        let _: _ = (|| npc.attack())();
        let _ = __bt::keywords::end;
        let _ = __bt::keywords::end;
        let _ = __bt::keywords::end;
        let _ = __bt::keywords::action;
        let _: _ = (|| npc.patrol())();
        let _ = __bt::keywords::end;
        let _ = __bt::keywords::end;
    }
    fn item_3() {
        let _ = __bt::keywords::items::end;
    }
    impl Soldier {
        /// The nodes of the tree, in pre-order: a node's id is its index here.
        pub const NODES: &'static [__bt::Node] = &[];
        /// The node `'flee`.
        pub const FLEE: __bt::NodeId = __bt::NodeId::new(4);
        /// Makes a tree in which no node is active.
        #[must_use]
        pub const fn new() -> Self {
            loop {}
        }
        /// Ticks the tree once. Each node is ticked at most once.
        #[inline]
        pub fn tick(&mut self, npc: &mut Npc) -> __bt::Status {
            loop {}
        }
        /// Ticks the tree once and reports the events to the observer.
        #[inline]
        pub fn tick_with(
            &mut self,
            npc: &mut Npc,
            observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            if __bt::Observer::is_off(observer) {
                return loop {};
            }
            loop {}
        }
        /// Aborts the active nodes. The next tick starts the tree again.
        pub fn abort(&mut self, npc: &mut Npc) {
            loop {}
        }
        /// Aborts the active nodes and reports them to the observer.
        pub fn abort_with(
            &mut self,
            npc: &mut Npc,
            observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) {
            if __bt::Observer::is_off(observer) {
                return Self::abort(self, npc);
            }
            loop {}
        }
        /// Ends the active nodes, after their cleanups that take time: call it once a tick until it is not running
        /// any more.
        pub fn stop(&mut self, npc: &mut Npc) -> __bt::Status {
            loop {}
        }
        /// Does the same and reports the events to the observer.
        pub fn stop_with(
            &mut self,
            npc: &mut Npc,
            observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            if __bt::Observer::is_off(observer) {
                return Self::stop(self, npc);
            }
            loop {}
        }
        /// Returns `true` if a node is active: the tree has started and has neither finished nor
        /// been aborted.
        #[must_use]
        #[inline]
        pub const fn is_running(&self) -> ::core::primitive::bool {
            loop {}
        }
        /// Returns `true` if a node is active.
        #[must_use]
        #[inline]
        pub fn is_active(&self, __node: __bt::NodeId) -> ::core::primitive::bool {
            loop {}
        }
        /// A node of the tree; panics if the id belongs to a larger tree.
        #[must_use]
        #[inline]
        pub const fn node(__id: __bt::NodeId) -> &'static __bt::Node {
            loop {}
        }
        /// The active nodes, the root first; parents come before their children. `{:?}` prints
        /// their names.
        #[must_use]
        #[inline]
        pub const fn active(&self) -> __bt::Active<'_> {
            loop {}
        }
        /// Returns when the tree has to be ticked again.
        #[must_use]
        #[inline]
        pub fn next_wake(&self) -> __bt::Wake {
            loop {}
        }
        /// Returns when the tree has to be ticked again if its expressions give the same results as
        /// in the last tick.
        #[must_use]
        #[inline]
        pub fn next_wake_if_unchanged(&self) -> __bt::Wake {
            loop {}
        }
        /// Moves all deadlines of the tree to a later time.
        #[inline]
        pub fn shift(&mut self, __by: ::core::time::Duration) {
            loop {}
        }
    }
    impl ::core::default::Default for Soldier {
        fn default() -> Self {
            Self::new()
        }
    }
    #[allow(clippy::impl_trait_in_params, reason = "so does the trait")]
    impl __bt::BehaviorTree<Npc> for Soldier {
        fn new() -> Self {
            Self::new()
        }
        fn tick(&mut self, npc: &mut Npc) -> __bt::Status {
            Self::tick(self, npc)
        }
        fn tick_with(
            &mut self,
            npc: &mut Npc,
            observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            Self::tick_with(self, npc, observer)
        }
        fn abort(&mut self, npc: &mut Npc) {
            Self::abort(self, npc);
        }
        fn abort_with(
            &mut self,
            npc: &mut Npc,
            observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) {
            Self::abort_with(self, npc, observer);
        }
        fn is_running(&self) -> ::core::primitive::bool {
            Self::is_running(self)
        }
        fn active(&self) -> __bt::Active<'_> {
            Self::active(self)
        }
        fn next_wake(&self) -> __bt::Wake {
            Self::next_wake(self)
        }
        fn next_wake_if_unchanged(&self) -> __bt::Wake {
            Self::next_wake_if_unchanged(self)
        }
        fn shift(&mut self, __by: ::core::time::Duration) {
            Self::shift(self, __by);
        }
    }
};
/// Patrols; fights what it sees; runs away when it is hurt.
#[derive(Debug, Clone)]
#[allow(
    missing_copy_implementations,
    reason = "the tree's attributes say what it derives"
)]
#[allow(private_interfaces, private_bounds, reason = "its fields are its own")]
pub struct Soldier {
    state: __SoldierState,
}
#[doc(hidden)]
#[derive(Debug, Clone)]
#[allow(private_interfaces, clippy::type_complexity, clippy::option_option)]
pub enum __SoldierState {
    Idle,
    RunAway6,
    Attack9,
    Patrol10,
}
