// A tree up to the name of its blackboard.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc)
}

fn main() {}
