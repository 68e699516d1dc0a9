// A threshold below zero.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = -1) {
            running;
            running;
        }
    }
}

fn main() {}
