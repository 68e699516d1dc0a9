// A child of a utility selector without a score.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            0.5 => succeed;
            fail;
        }
    }
}

fn main() {}
