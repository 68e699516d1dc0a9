// A word that nothing here resembles.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        juggle {
            running;
        }
    }
}

fn main() {}
