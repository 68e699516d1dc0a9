// The word for a tree with a capital.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    Tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
