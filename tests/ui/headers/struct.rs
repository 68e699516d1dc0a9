// A tree that is written as a type.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    struct Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
