// A tree whose blackboard has no name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(&mut Npc) {
        running;
    }
}

fn main() {}
