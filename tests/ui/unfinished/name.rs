// A tree up to its name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol
}

fn main() {}
