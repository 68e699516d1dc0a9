// A score up to its arrow.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            0.5 =>
        }
    }
}

fn main() {}
