// A count that is a text.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        retry("3") fail;
    }
}

fn main() {}
