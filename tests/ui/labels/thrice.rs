// A label that is used three times.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            'walk: succeed;
            'walk: succeed;
            'walk: running;
        }
    }
}

fn main() {}
