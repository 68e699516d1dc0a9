// A tree that contains itself.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            succeed;
            subtree Patrol;
        }
    }
}

fn main() {}
