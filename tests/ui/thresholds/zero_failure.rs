// A parallel that has failed before it begins.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(failure = 0) {
            running;
            running;
        }
    }
}

fn main() {}
