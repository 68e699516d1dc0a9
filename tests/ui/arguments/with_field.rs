// A decorator whose field has no value.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave { up_to: } running;
    }
}

fn main() {}
