// A policy without a value.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success) {
            running;
        }
    }
}

fn main() {}
