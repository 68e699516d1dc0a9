// A word as other libraries write it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        ReactiveSequence {
            running;
        }
    }
}

fn main() {}
