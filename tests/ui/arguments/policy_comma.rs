// Two policies without a comma.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = all failure = one) {
            running;
        }
    }
}

fn main() {}
