// Only the word of a decorator.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        not
    }
}

fn main() {}
