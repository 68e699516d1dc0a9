// A tree whose blackboard has no name that could be used.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(_: &mut Npc) {
        running;
    }
}

fn main() {}
