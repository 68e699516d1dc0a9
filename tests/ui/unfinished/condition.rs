// Only the word of a condition.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition
    }
}

fn main() {}
