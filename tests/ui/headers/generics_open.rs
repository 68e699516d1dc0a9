// Generics that nobody closes.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol<N(npc: &mut Npc) {
        running;
    }
}

fn main() {}
