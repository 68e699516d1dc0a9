//! Nodes after earlier siblings that may fail.

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            guard(npc.alive) succeed;
            sequence {
                condition npc.alive;
                running;
            }
            monitor {
                condition npc.alive;
                running;
            }
            if npc.alive {
                succeed;
            }
            utility_selector {
                1.0 => succeed;
            }
            random_selector(3) {
                fail;
                action npc.alive;
            }
            succeed;
        }
    }
}

#[test]
fn nodes_stand_behind_what_may_fail() {
    Patrol::new().tick(&mut Npc { alive: true });
}
