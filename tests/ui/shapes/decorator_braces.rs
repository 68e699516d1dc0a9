// A decorator with braces.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        not {
            fail;
        }
    }
}

fn main() {}
