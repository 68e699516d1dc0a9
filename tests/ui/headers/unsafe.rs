// A tree that is `unsafe`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    unsafe tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
