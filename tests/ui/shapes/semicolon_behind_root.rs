// A `;` behind the root.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            running;
        };
    }
}

fn main() {}
