// A child behind one that never succeeds.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            not succeed;
            running;
        }
    }
}

fn main() {}
