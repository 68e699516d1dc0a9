// A label without a letter.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        '_1: running;
    }
}

fn main() {}
