// A policy without its name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(all) {
            running;
        }
    }
}

fn main() {}
