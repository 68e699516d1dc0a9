// A tree that borrows its blackboard without `mut`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &Npc) {
        running;
    }
}

fn main() {}
