#[allow(unused_imports, reason = "a call before this one may have imported it")]
use ::bt_core::__private::scope::*;
const _: () = {
    #[allow(dead_code, reason = "a program need not use all that a tree can do")]
    #[allow(
        clippy::same_name_method,
        clippy::impl_trait_in_params,
        clippy::ptr_arg,
        clippy::ref_patterns,
        clippy::shadow_same,
        clippy::shadow_reuse,
        clippy::shadow_unrelated,
        clippy::too_many_arguments,
        reason = "the trait has the same methods, and a condition borrows its blackboard anew"
    )]
    #[allow(
        unreachable_code,
        clippy::diverging_sub_expression,
        reason = "a leaf may be `todo!()`"
    )]
    #[allow(unused_braces, reason = "a leaf may be a block")]
    impl Soldier {
        /// The nodes of the tree, in pre-order: a node's id is its index here.
        pub const NODES: &'static [__bt::Node] = {
            static __TABLE: [__bt::Node; 11] = __bt::table(
                &[
                    950737950171172051169772044292, 713053462628379038384845225989,
                    40564819207321787591981097025542, 950737950189618795239186628615,
                    20995463066335389694540340264968, 40564819207377127824215110582281,
                    40644047369891392161812949499914, 1109194275255040958573693632524,
                    40564819207432468056449124139021, 40644047369946732394046963056654,
                    121773685784424286881324296306707,
                ],
                &[
                    "npc.sees_enemy()",
                    "flee",
                    "npc.health < 20",
                    "npc.run_away()",
                    "!npc.enemy_dead()",
                    "npc.attack()",
                    "npc.patrol()",
                    "Walks from waypoint to waypoint.",
                ],
                &[],
            );
            &__TABLE
        };
        /// The node `'flee`.
        pub const FLEE: __bt::NodeId = __bt::NodeId::new(4);
        /// Makes a tree in which no node is active.
        #[must_use]
        pub const fn new() -> Self {
            Self {
                state: __SoldierState::Idle,
            }
        }
        /// Ticks the tree once. Each node is ticked at most once.
        #[inline]
        pub fn tick(&mut self, npc: &mut Npc) -> __bt::Status {
            self.__step(npc, __bt::NoEvents::<false>)
        }
        /// Ticks the tree once and reports the events to the observer.
        #[inline]
        pub fn tick_with(
            &mut self,
            npc: &mut Npc,
            __observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            if __bt::Observer::is_off(__observer) {
                return self.__step(npc, __bt::NoEvents::<true>);
            }
            __bt::Observer::tick_begins(__observer);
            let __status = self
                .__step(
                    npc,
                    __bt::Watched::by(__observer, <Self as __bt::Machine>::nodes())
                        .watch(),
                );
            __bt::tick_ends(__observer, self);
            __status
        }
        /// Aborts the active nodes. The next tick starts the tree again.
        pub fn abort(&mut self, npc: &mut Npc) {
            <Self as __bt::Parts<
                _,
            >>::abort_parts(&mut self.state, &mut (), npc, __bt::NoEvents::<false>)
        }
        /// Aborts the active nodes and reports them to the observer.
        pub fn abort_with(
            &mut self,
            npc: &mut Npc,
            __observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) {
            if __bt::Observer::is_off(__observer) {
                return Self::abort(self, npc);
            }
            <Self as __bt::Parts<
                _,
            >>::abort_parts(
                &mut self.state,
                &mut (),
                npc,
                __bt::Watched::by(__observer, <Self as __bt::Machine>::nodes()).watch(),
            )
        }
        /// Ends the active nodes, after their cleanups that take time: call it once a tick until it is not running
        /// any more.
        pub fn stop(&mut self, npc: &mut Npc) -> __bt::Status {
            <Self as __bt::Parts<
                _,
            >>::stop_parts(&mut self.state, &mut (), npc, __bt::NoEvents::<false>, false)
        }
        /// Does the same and reports the events to the observer.
        pub fn stop_with(
            &mut self,
            npc: &mut Npc,
            __observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            if __bt::Observer::is_off(__observer) {
                return Self::stop(self, npc);
            }
            __bt::Observer::tick_begins(__observer);
            let __status = <Self as __bt::Parts<
                _,
            >>::stop_parts(
                &mut self.state,
                &mut (),
                npc,
                __bt::Watched::by(__observer, <Self as __bt::Machine>::nodes()).watch(),
                false,
            );
            __bt::tick_ends(__observer, self);
            __status
        }
        #[inline]
        fn __step(
            &mut self,
            npc: &mut Npc,
            __events: impl __bt::Events,
        ) -> __bt::Status {
            let __status = Self::tick_at_0(&mut self.state, npc, __events);
            if __status != __bt::Status::Running {
                self.state = __SoldierState::Idle;
            }
            __status
        }
        /// Returns `true` if a node is active: the tree has started and has neither finished nor
        /// been aborted.
        #[must_use]
        #[inline]
        pub const fn is_running(&self) -> ::core::primitive::bool {
            !::core::matches!(self.state, __SoldierState::Idle)
        }
        /// Returns `true` if a node is active.
        #[must_use]
        #[inline]
        pub fn is_active(&self, __node: __bt::NodeId) -> ::core::primitive::bool {
            __bt::is_active(self, __node)
        }
        /// A node of the tree; panics if the id belongs to a larger tree.
        #[must_use]
        #[inline]
        pub const fn node(__id: __bt::NodeId) -> &'static __bt::Node {
            &Self::NODES[__id.index()]
        }
        /// The active nodes, the root first; parents come before their children. `{:?}` prints
        /// their names.
        #[must_use]
        #[inline]
        pub const fn active(&self) -> __bt::Active<'_> {
            __bt::Active::new(Self::NODES, self)
        }
        /// Returns when the tree has to be ticked again.
        #[must_use]
        #[inline]
        pub fn next_wake(&self) -> __bt::Wake {
            <Self as __bt::Machine>::wake_parts::<false>(&self.state, &())
        }
        /// Returns when the tree has to be ticked again if its expressions give the same results as
        /// in the last tick.
        #[must_use]
        #[inline]
        pub fn next_wake_if_unchanged(&self) -> __bt::Wake {
            <Self as __bt::Machine>::wake_parts::<true>(&self.state, &())
        }
        /// Moves all deadlines of the tree to a later time.
        #[inline]
        pub fn shift(&mut self, __by: ::core::time::Duration) {
            <Self as __bt::Machine>::shift_parts(&mut self.state, __by);
        }
        fn tick_at_0(
            __state: &mut __SoldierState,
            #[allow(unused_variables)]
            npc: &mut Npc,
            __events: impl __bt::Events,
        ) -> __bt::Status {
            #[allow(unused_imports, reason = "not all actions need it")]
            use __bt::{Mistaken as _, Tell as _};
            'sequence_1_fails: {
                'active_selector_3_succeeds: {
                    'monitor_7_fails: {
                        'flee_4_fails: {
                            'run_away_6: {
                                'condition_5: {
                                    match __state {
                                        __SoldierState::Attack9 => {
                                            break 'condition_5;
                                        }
                                        __SoldierState::RunAway6 => {
                                            break 'run_away_6;
                                        }
                                        _ => {}
                                    }
                                    if !if let __bt::Some(__answer) = __events
                                        .condition_answer(2)
                                    {
                                        __answer
                                    } else {
                                        {
                                            let ref npc = *npc;
                                            __bt::ask(npc.sees_enemy(), __events, 2)
                                        }
                                    } {
                                        break 'sequence_1_fails;
                                    }
                                }
                                if !if let __bt::Some(__answer) = __events
                                    .condition_answer(5)
                                {
                                    __answer
                                } else {
                                    {
                                        let ref npc = *npc;
                                        __bt::ask(npc.health < 20, __events, 5)
                                    }
                                } {
                                    break 'flee_4_fails;
                                }
                            }
                            let __status = if let __bt::Some(__status) = __events
                                .action_answer(6)
                            {
                                __status
                            } else {
                                __bt::action(npc.run_away()).tell(__events, 6)
                            };
                            match __status {
                                __bt::Running => {
                                    if let __SoldierState::Attack9 | __SoldierState::Patrol10 = __state {
                                        Self::abort_at_0(__state, __events, 6);
                                    }
                                    *__state = __SoldierState::RunAway6;
                                    return __bt::Running;
                                }
                                __bt::Success => {
                                    __events.finished(4, __bt::Success);
                                    if let __SoldierState::Attack9 = __state {
                                        Self::abort_at_0(__state, __events, 4);
                                    }
                                    break 'active_selector_3_succeeds;
                                }
                                __bt::Failure => {}
                            }
                        }
                        __events.finished(4, __bt::Failure);
                        if !if let __bt::Some(__answer) = __events.condition_answer(8) {
                            __answer
                        } else {
                            {
                                let ref npc = *npc;
                                __bt::ask(!npc.enemy_dead(), __events, 8)
                            }
                        } {
                            if let __SoldierState::Attack9 = __state {
                                Self::abort_at_0(__state, __events, 7);
                            }
                            break 'monitor_7_fails;
                        }
                        let __status = if let __bt::Some(__status) = __events
                            .action_answer(9)
                        {
                            __status
                        } else {
                            __bt::action(npc.attack()).tell(__events, 9)
                        };
                        match __status {
                            __bt::Running => {
                                if let __SoldierState::Patrol10 = __state {
                                    Self::abort_at_0(__state, __events, 9);
                                }
                                *__state = __SoldierState::Attack9;
                                return __bt::Running;
                            }
                            __bt::Success => {
                                __events.finished(7, __bt::Success);
                                break 'active_selector_3_succeeds;
                            }
                            __bt::Failure => {}
                        }
                    }
                    __events.finished(7, __bt::Failure);
                    __events.finished(3, __bt::Failure);
                    break 'sequence_1_fails;
                }
                __events.finished(3, __bt::Success);
                __events.finished(1, __bt::Success);
                if let __SoldierState::Patrol10 = __state {
                    Self::abort_at_0(__state, __events, 1);
                }
                __events.finished(0, __bt::Success);
                return __bt::Success;
            }
            __events.finished(1, __bt::Failure);
            let __status = if let __bt::Some(__status) = __events.action_answer(10) {
                __status
            } else {
                __bt::action(npc.patrol()).tell(__events, 10)
            };
            match __status {
                __bt::Running => {
                    *__state = __SoldierState::Patrol10;
                    return __bt::Running;
                }
                __status => {
                    __events.finished(0, __status);
                    return __status;
                }
            }
        }
        fn abort_at_0(
            __state: &mut __SoldierState,
            __events: impl __bt::Events,
            __keep: __bt::u32,
        ) {
            let __tip = match __state {
                __SoldierState::Idle => __bt::NOTHING,
                __SoldierState::RunAway6 { .. } => 6,
                __SoldierState::Attack9 { .. } => 9,
                __SoldierState::Patrol10 { .. } => 10,
            };
            __events.aborted(__tip, __keep);
            *__state = __SoldierState::Idle;
        }
        #[inline]
        fn tip_at_0(__state: &__SoldierState, __from: __bt::u32) -> __bt::u32 {
            match __state {
                __SoldierState::Idle => __bt::NOTHING,
                __SoldierState::RunAway6 => 6,
                __SoldierState::Attack9 => 9,
                __SoldierState::Patrol10 => 10,
            }
        }
    }
    #[doc(hidden)]
    impl __bt::Parts<Npc> for Soldier {
        #[inline]
        fn tick_parts(
            __state: &mut __SoldierState,
            _: &mut (),
            npc: &mut Npc,
            __events: impl __bt::Events,
        ) -> __bt::Status {
            let __status = Self::tick_at_0(&mut *__state, npc, __events);
            if __status != __bt::Status::Running {
                *__state = __SoldierState::Idle;
            }
            __status
        }
        fn abort_parts(
            __state: &mut __SoldierState,
            _: &mut (),
            _: &mut Npc,
            __events: impl __bt::Events,
        ) {
            Self::abort_at_0(__state, __events, __bt::NOTHING);
        }
    }
    #[doc(hidden)]
    impl __bt::Machine for Soldier {
        type Tree = Self;
        type State = __SoldierState;
        type Memory = ();
        type Parameters = ();
        const FORGOTTEN: () = ();
        const TABLE: &'static [__bt::Node] = Self::NODES;
        const SIZE: ::core::primitive::u32 = 11;
        #[inline]
        #[allow(unused_variables)]
        fn begin(__parameters: Self::Parameters) -> __SoldierState {
            __SoldierState::Idle
        }
        #[inline]
        fn tip(&self, __from: ::core::primitive::u32) -> ::core::primitive::u32 {
            Self::tip_at_0(&self.state, __from)
        }
        #[inline]
        fn tip_parts(
            __state: &__SoldierState,
            __from: ::core::primitive::u32,
        ) -> ::core::primitive::u32 {
            Self::tip_at_0(__state, __from)
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
            __observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) -> __bt::Status {
            Self::tick_with(self, npc, __observer)
        }
        fn abort(&mut self, npc: &mut Npc) {
            Self::abort(self, npc);
        }
        fn abort_with(
            &mut self,
            npc: &mut Npc,
            __observer: &mut (impl __bt::Observer + ?::core::marker::Sized),
        ) {
            Self::abort_with(self, npc, __observer);
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
