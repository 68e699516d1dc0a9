// A decorator at the end of a block.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            succeed;
            not
        }
    }
}

fn main() {}
