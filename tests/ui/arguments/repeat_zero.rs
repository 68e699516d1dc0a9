// A repeat of nothing.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(0) succeed;
    }
}

fn main() {}
