// A mistake in a header and one in the body behind it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: Npc) {
        sequence {}
    }
}

fn main() {}
