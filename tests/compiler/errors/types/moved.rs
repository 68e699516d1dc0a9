// An action that moves something out of the blackboard.
use bt_core::behavior_tree;

struct Npc {
    name: String,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action drop(npc.name);
    }
}

fn main() {}
