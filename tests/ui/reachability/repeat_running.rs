// A repeat around what never ends.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(3) running;
    }
}

fn main() {}
