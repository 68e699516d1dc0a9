// An assignment in the place of a node.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        npc.alive = true;
    }
}

fn main() {}
