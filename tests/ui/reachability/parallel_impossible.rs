// A parallel in which success can no longer be reached.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = all, failure = all) {
            running;
            fail;
            running;
        }
    }
}

fn main() {}
