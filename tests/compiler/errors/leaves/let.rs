// A statement instead of an expression.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action let speed = 3;
    }
}

fn main() {}
