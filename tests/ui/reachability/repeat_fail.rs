// A repeat around what never succeeds.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat fail;
    }
}

fn main() {}
