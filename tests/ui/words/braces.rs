// Braces without a word.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            {
                running;
            }
        }
    }
}

fn main() {}
