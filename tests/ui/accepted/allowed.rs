// What is unreachable, where that is allowed.
#![deny(warnings)]

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

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
