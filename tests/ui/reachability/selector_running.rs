// A child behind one that never ends.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            running;
            succeed;
        }
    }
}

fn main() {}
