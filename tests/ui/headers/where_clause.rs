// A bound that is none.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol<N>(npc: &mut Npc) where N => {
        running;
    }
}

fn main() {}
