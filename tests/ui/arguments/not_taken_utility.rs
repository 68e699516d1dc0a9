// An argument that the composite does not take.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector(3) {
            0.5 => running;
        }
    }
}

fn main() {}
