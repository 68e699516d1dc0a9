// A tree inside of a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            tree Fight(npc: &mut Npc) {
                running;
            }
        }
    }
}

fn main() {}
