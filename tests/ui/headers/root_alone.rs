// A root without a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    sequence {
        running;
    }
}

fn main() {}
