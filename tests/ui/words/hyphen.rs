// A word with a hyphen.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        active-selector {
            running;
        }
    }
}

fn main() {}
