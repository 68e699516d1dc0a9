// A mistake at each depth.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            selector {
                monitor {
                    running;
                }
                wait(1);
            }
            repeat(0) succeed;
            'a: succeed;
            'a: succeed;
        }
    }
}

fn main() {}
