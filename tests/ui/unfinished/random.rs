// A random composite up to its dot.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_selector(npc.) {
            fail;
            running;
        }
    }
}

fn main() {}
