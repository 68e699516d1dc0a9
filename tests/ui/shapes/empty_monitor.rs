// A monitor with nothing in it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor {}
    }
}

fn main() {}
