// Only the visibility of a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    pub
}

fn main() {}
