// Only a comment.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    /// Walks.
}

fn main() {}
