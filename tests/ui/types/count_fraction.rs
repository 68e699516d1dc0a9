// A count with a fraction.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(1.5) succeed;
    }
}

fn main() {}
