// A label that is called like a constant of every tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'nodes: running;
    }
}

fn main() {}
