// What others call an active selector.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        reactive_selector {
            running;
        }
    }
}

fn main() {}
