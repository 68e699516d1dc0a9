// Only an attribute.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    #[derive(Debug)]
}

fn main() {}
