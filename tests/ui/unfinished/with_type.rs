// A decorator without its child.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave { up_to: 3 }
    }
}

fn main() {}
