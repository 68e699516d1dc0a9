// More successes than the one child.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 2) {
            running;
        }
    }
}

fn main() {}
