// The word for a tree with a letter too many.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    ttree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
