// A tree that contains itself through the tree of another call.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Fight;
    }
}

behavior_tree! {
    tree Fight(npc: &mut Npc) {
        subtree Patrol;
    }
}

fn main() {}
