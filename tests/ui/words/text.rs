// A text in the place of a node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            "walk";
        }
    }
}

fn main() {}
