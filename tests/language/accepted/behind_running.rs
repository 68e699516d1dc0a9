//! Children of a parallel after a child that runs.

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one, failure = all) {
            running;
            action npc.alive;
            succeed;
        }
    }
}

#[test]
fn children_stand_behind_one_that_runs() {
    Patrol::new().tick(&mut Npc { alive: true });
}
