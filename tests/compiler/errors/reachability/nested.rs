// A mistake in a deeply nested node.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.alive;
            selector {
                not not selector {
                    condition npc.alive;
                    succeed;
                }
                running;
            }
        }
    }
}

fn main() {}
