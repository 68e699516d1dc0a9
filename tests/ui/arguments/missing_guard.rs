// A guard without a condition.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        guard running;
    }
}

fn main() {}
