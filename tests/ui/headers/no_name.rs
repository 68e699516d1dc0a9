// A tree without a name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree (npc: &mut Npc) {
        running;
    }
}

fn main() {}
