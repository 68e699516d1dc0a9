// Both thresholds above the number of children.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 3, failure = 4) {
            running;
            running;
        }
    }
}

fn main() {}
