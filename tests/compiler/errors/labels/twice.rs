// A label that is used twice.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            'walk: succeed;
            'walk: running;
        }
    }
}

fn main() {}
