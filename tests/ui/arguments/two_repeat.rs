// A repeat with two counts.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(1, 2) succeed;
    }
}

fn main() {}
