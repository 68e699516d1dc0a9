// A tree up to the type of its blackboard.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc:)
}

fn main() {}
