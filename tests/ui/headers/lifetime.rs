// A tree whose borrow has a lifetime.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &'static mut Npc) {
        running;
    }
}

fn main() {}
