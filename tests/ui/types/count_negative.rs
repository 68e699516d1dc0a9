// A negative count.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(-3) succeed;
    }
}

fn main() {}
