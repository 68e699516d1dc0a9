// A decorator whose type does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave { up_to: 3 } running;
    }
}

fn main() {}
