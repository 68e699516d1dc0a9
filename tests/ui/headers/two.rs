// A tree with two blackboards.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc, world: &mut Npc) {
        running;
    }
}

fn main() {}
