// A tree whose blackboard is called `mut`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(mut npc: &mut Npc) {
        running;
    }
}

fn main() {}
