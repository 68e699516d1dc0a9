// A weight where none is taken.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            3 => succeed;
            running;
        }
    }
}

fn main() {}
