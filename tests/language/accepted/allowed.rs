//! Unreachable nodes, where they are allowed.

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    #[allow(unreachable_code)]
    tree Patrol(npc: &mut Npc) {
        selector {
            repeat(3) fail;
            succeed;
            action npc.alive = false;
        }
    }
}

#[test]
fn unreachable_nodes_are_allowed() {
    Patrol::new().tick(&mut Npc { alive: true });
}
