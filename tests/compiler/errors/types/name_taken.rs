// Two trees with the same name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }

    tree Patrol(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
