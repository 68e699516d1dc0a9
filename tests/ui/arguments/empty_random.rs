// A random composite with nothing in its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_sequence() {
            succeed;
            running;
        }
    }
}

fn main() {}
