// A tree without its word.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
