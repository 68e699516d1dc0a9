// A threshold that no `u32` can hold.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = 99999999999) {
            running;
            running;
        }
    }
}

fn main() {}
