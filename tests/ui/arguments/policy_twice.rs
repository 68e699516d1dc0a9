// A policy that is given twice.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one, success = all) {
            running;
        }
    }
}

fn main() {}
