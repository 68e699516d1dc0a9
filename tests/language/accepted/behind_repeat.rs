//! Nodes after a repeat and a retry that end.

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            repeat(2) succeed;
            retry action npc.alive;
            selector {
                retry(2) fail;
                succeed;
            }
        }
    }
}

#[test]
fn nodes_stand_behind_a_repeat_that_ends() {
    Patrol::new().tick(&mut Npc { alive: true });
}
