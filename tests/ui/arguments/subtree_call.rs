// A subtree that is a value.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Fight::new();
    }
}

fn main() {}
