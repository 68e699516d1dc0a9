// A mistake in each score.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            npc. => succeed;
            fail;
            0.5 => runing;
        }
    }
}

fn main() {}
