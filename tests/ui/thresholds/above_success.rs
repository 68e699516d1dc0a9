// More successes than there are children.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 3) {
            running;
            running;
        }
    }
}

fn main() {}
