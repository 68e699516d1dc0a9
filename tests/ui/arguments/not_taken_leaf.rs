// An argument that the leaf does not take.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        succeed(3);
    }
}

fn main() {}
