// A `;` behind the braces of a node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            sequence {
                fail;
            };
            running;
        }
    }
}

fn main() {}
