// An argument that the composite does not take.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence(all) {
            running;
        }
    }
}

fn main() {}
