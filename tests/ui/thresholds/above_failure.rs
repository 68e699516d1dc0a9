// More failures than there are children.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(failure = 3) {
            running;
            running;
        }
    }
}

fn main() {}
