// A tree that is called like its blackboard.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Npc(npc: &mut Npc) {
        running;
    }
}

fn main() {}
