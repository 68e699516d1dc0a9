// A guard with nothing in its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        guard() succeed;
    }
}

fn main() {}
