// What others call a selector.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        priority {
            running;
        }
    }
}

fn main() {}
