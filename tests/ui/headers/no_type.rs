// A tree whose blackboard has no type.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc) {
        running;
    }
}

fn main() {}
