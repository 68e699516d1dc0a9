// A doc comment between a label and its node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'walk:
        /// Walks.
        running;
    }
}

fn main() {}
