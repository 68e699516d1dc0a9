// A retry without an attempt.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        retry(0) fail;
    }
}

fn main() {}
