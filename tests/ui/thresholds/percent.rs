// A threshold with a unit.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 50percent) {
            running;
            running;
        }
    }
}

fn main() {}
