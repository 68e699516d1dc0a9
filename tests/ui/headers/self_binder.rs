// A tree whose blackboard is called `self`, with its type.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(self: &mut Npc) {
        running;
    }
}

fn main() {}
