// A doc comment after the last node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            running;
            /// And then?
        }
    }
}

fn main() {}
