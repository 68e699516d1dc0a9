// A label behind the word.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence 'walk: {
            running;
        }
    }
}

fn main() {}
