// A policy in quotation marks.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = "all") {
            running;
        }
    }
}

fn main() {}
