// The word of others for `one`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = any) {
            running;
        }
    }
}

fn main() {}
