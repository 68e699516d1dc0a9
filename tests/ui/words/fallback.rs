// What others call a selector.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        fallback {
            running;
        }
    }
}

fn main() {}
