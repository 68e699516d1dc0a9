// A composite up to its arguments.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one)
    }
}

fn main() {}
