// A composite with parentheses in the place of braces.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence(running; succeed;)
    }
}

fn main() {}
