// A subtree that is written like a struct.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Fight { npc };
    }
}

fn main() {}
