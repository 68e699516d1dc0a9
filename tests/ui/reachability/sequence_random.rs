// A child behind a choice that never succeeds.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            random_selector(3) {
                fail;
                running;
            }
            succeed;
        }
    }
}

fn main() {}
