// A tree whose header is broken, in front of one that is sound.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Fight(npc: Npc) {
        running;
    }

    tree Patrol(npc: &mut Npc) {
        subtree Fight;
    }
}

fn main() {}
