// A tree with two roots.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
        succeed;
    }
}

fn main() {}
