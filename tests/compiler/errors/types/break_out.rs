// A leaf that leaves a loop around it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action break;
    }
}

fn main() {}
