// The last leaf of a block without `;`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.alive;
            action npc.alive = false
        }
    }
}

fn main() {}
