// A tree up to its generics.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol<N
}

fn main() {}
