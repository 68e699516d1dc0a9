// Children of a parallel behind one that runs.
#![deny(warnings)]

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

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
