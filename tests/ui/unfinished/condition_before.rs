// Only the word of a condition, in front of another leaf.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition
            running;
        }
    }
}

fn main() {}
