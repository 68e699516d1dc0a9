// A tree with nothing in its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol() {
        running;
    }
}

fn main() {}
