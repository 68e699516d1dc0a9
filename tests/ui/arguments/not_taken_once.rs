// An argument that the decorator does not take.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        once(2s) succeed;
    }
}

fn main() {}
