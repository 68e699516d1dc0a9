// A blackboard whose type does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Soldier) {
        running;
    }
}

fn main() {}
