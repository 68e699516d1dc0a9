//! The soldier.

use crate::tree::{Action, Active, Condition, Memory, Tree};
use benches::soldier::{Npc, Soldier};
use bt_core::Status;

macro_rules! conditions {
    ($($name:ident => $method:ident;)*) => { $(
        pub(crate) struct $name;

        impl Condition<Soldier> for $name {
            const NAME: &'static str = stringify!($name);

            #[inline]
            fn ask(world: &Soldier) -> bool {
                world.$method()
            }
        }
    )* };
}

macro_rules! actions {
    ($($name:ident => $method:ident;)*) => { $(
        pub(crate) struct $name;

        impl Action<Soldier> for $name {
            const NAME: &'static str = stringify!($name);

            #[inline]
            fn act(world: &mut Soldier) -> Status {
                world.$method()
            }
        }
    )* };
}

conditions! {
    SeesEnemy => sees_enemy;
    HealthLow => health_low;
    EnemyAlive => enemy_alive;
}

actions! {
    RunAway => run_away;
    Attack => attack;
    Patrol => patrol;
}

/// Starts over in every tick.
pub(crate) struct Reactive;

impl<N: Active<Soldier>> Tree<Soldier, N> for Reactive {
    fn build(nodes: &mut N) -> N::Node {
        let run_away = nodes.action::<RunAway>();
        let flee = nodes.guard::<HealthLow>(run_away);
        let attack = nodes.action::<Attack>();
        let fight = nodes.guard::<EnemyAlive>(attack);
        let engage = nodes.active_selector(vec![flee, fight]);
        let engage = nodes.guard::<SeesEnemy>(engage);
        let patrol = nodes.action::<Patrol>();
        nodes.active_selector(vec![engage, patrol])
    }
}

/// Resumes.
pub(crate) struct Resuming;

impl<N: Active<Soldier> + Memory<Soldier>> Tree<Soldier, N> for Resuming {
    fn build(nodes: &mut N) -> N::Node {
        let flee = vec![nodes.condition::<HealthLow>(), nodes.action::<RunAway>()];
        let flee = nodes.sequence(flee);
        let attack = nodes.action::<Attack>();
        let fight = nodes.guard::<EnemyAlive>(attack);
        let engage = nodes.active_selector(vec![flee, fight]);
        let engage = vec![nodes.condition::<SeesEnemy>(), engage];
        let engage = nodes.sequence(engage);
        let patrol = nodes.action::<Patrol>();
        nodes.active_selector(vec![engage, patrol])
    }
}
