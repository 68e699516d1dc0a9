// A decorator up to its arguments.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        timeout(2s)
    }
}

fn main() {}
