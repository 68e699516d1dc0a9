// Only the word of a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree
}

fn main() {}
