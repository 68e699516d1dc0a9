// The word of another library with a hyphen.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        reactive-selector {
            running;
        }
    }
}

fn main() {}
