// A child behind one that decides the parallel.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            fail;
            running;
        }
    }
}

fn main() {}
