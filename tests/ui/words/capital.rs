// A word that begins with a capital.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        Sequence {
            running;
        }
    }
}

fn main() {}
