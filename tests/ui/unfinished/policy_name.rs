// The first letters of a policy.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(suc) {
            running;
        }
    }
}

fn main() {}
