//! What an agent costs in memory, besides its tree and the data of its blackboard.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, behavior_tree};
use std::hint::black_box;

/// A power of two, so that no list has room for more.
const AGENTS: usize = 1 << 14;

#[derive(Component)]
struct Health(u32);

#[derive(Blackboard)]
struct Board<'w> {
    health: Mut<'w, Health>,
    _commands: Commands<'w, 'w>,
}

behavior_tree! {
    tree Guard(board: &mut Board<'_>) {
        active_selector {
            sequence { condition board.health.0 > 90; action board.health.0 -= 1; }
            'rest: running;
        }
    }
}

/// The same tree, as it stands in a component without the plugin.
#[derive(Component)]
struct Bare(#[allow(dead_code, reason = "only its size counts")] Guard);

/// The bytes of a world with these entities.
fn bytes<B: Bundle>(make: impl Fn(Health) -> B) -> u64 {
    let mut app = None;
    let info = allocation_counter::measure(|| {
        let mut new = App::new();
        new.add_plugins(BehaviorPlugin::<Guard>::new(Update));
        // Only what this thread allocates is counted.
        new.edit_schedule(Update, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
        for _ in 0..AGENTS {
            new.world_mut().spawn(make(Health(92)));
        }
        (0..5).for_each(|_| new.update());
        app = Some(new);
    });
    black_box(app);
    u64::try_from(info.bytes_current).expect("there is a world")
}

#[test]
fn an_agent_that_is_due_takes_at_most_64_bytes() {
    let bare = bytes(|health| (Bare(Guard::new()), health));
    let agents = bytes(|health| (Behavior::new(Guard::new()), health));
    let each = (agents - bare) as f64 / AGENTS as f64;
    // The names of the active nodes for reflection: a list with room for four, and the status.
    let shown = if cfg!(feature = "reflect") { 24 + 24 + 4 * 24 } else { 0 };
    assert!(each <= f64::from(64 + shown), "{each} bytes");
    println!("{each} bytes, of which {shown} may be for reflection");
}
