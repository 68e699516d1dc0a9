// A subtree that does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Shoot;
    }
}

fn main() {}
