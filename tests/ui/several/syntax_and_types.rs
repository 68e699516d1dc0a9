// A mistake that we find and one that the compiler finds.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            sequense {
                running;
            }
            condition npc.alive();
        }
    }
}

fn main() {}
