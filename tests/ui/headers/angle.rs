// A blackboard whose type is unfinished.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc<) {
        running;
    }
}

fn main() {}
