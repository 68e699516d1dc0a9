// Only a label.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'walk:
    }
}

fn main() {}
