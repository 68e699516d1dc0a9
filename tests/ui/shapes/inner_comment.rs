// A comment about the block in the place of one about a node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            //! Walks.
            running;
        }
    }
}

fn main() {}
