// A repeat with a unit.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(3s) succeed;
    }
}

fn main() {}
