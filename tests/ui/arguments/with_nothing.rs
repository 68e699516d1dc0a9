// A decorator of nothing.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with running;
    }
}

fn main() {}
