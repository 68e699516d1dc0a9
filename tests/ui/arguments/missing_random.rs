// A random composite without a random number.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_selector {
            succeed;
            fail;
        }
    }
}

fn main() {}
