// A child behind two that decide the parallel.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 2) {
            succeed;
            succeed;
            running;
        }
    }
}

fn main() {}
