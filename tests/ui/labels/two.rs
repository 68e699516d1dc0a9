// A node with two labels.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'walk: 'run: running;
    }
}

fn main() {}
