// A policy with a value that does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = some) {
            running;
        }
    }
}

fn main() {}
