// A word with a letter missing.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        paralel {
            running;
        }
    }
}

fn main() {}
