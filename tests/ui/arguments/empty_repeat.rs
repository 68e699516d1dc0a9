// A repeat with nothing in its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat() succeed;
    }
}

fn main() {}
