// A tree that takes its blackboard in a box.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: Box<Npc>) {
        running;
    }
}

fn main() {}
