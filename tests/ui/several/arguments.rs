// A mistake in each argument.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 0, failure = none, sucess = 1) {
            running;
        }
    }
}

fn main() {}
