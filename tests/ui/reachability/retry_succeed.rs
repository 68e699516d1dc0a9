// A retry around what never fails.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        retry(3) succeed;
    }
}

fn main() {}
