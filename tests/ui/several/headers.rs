// A mistake in each header.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: Npc) {
        running;
    }

    tree Fight {
        running;
    }

    tree (npc: &mut Npc) {
        running;
    }
}

fn main() {}
