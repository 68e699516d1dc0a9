// Only the word of a composite.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            selector
        }
    }
}

fn main() {}
