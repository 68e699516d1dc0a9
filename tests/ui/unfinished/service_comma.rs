// A service up to its comma.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(1s,) running;
    }
}

fn main() {}
