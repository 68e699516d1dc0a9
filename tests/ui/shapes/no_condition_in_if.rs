// An `if` without a condition.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if {
            running;
        }
    }
}

fn main() {}
