// Only the word of a composite, in front of another node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            selector
            running;
        }
    }
}

fn main() {}
