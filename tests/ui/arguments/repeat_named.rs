// A count with a name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(count = 3) succeed;
    }
}

fn main() {}
