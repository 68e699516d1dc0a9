// A tree without a blackboard.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol {
        running;
    }
}

fn main() {}
