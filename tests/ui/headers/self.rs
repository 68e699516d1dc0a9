// A tree whose blackboard is called `self`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(&mut self) {
        running;
    }
}

fn main() {}
