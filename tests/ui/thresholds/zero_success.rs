// A parallel that has succeeded before it begins.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 0) {
            running;
            running;
        }
    }
}

fn main() {}
