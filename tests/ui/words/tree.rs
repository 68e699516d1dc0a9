// What others call a subtree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        tree Fight;
    }
}

fn main() {}
