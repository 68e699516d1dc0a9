// A tree that contains itself as `Self`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Self;
    }
}

fn main() {}
