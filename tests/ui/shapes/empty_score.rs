// A score that is not there.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            => succeed;
            0.5 => fail;
        }
    }
}

fn main() {}
