// Only a comment in a block.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            /// Walks.
        }
    }
}

fn main() {}
