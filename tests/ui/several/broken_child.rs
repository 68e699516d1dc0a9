// A mistake in the child of a decorator and one behind it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            repeat(0) not fallback {
                fail;
            }
            condition;
        }
    }
}

fn main() {}
