// A threshold with a fraction.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 0.5) {
            running;
            running;
        }
    }
}

fn main() {}
