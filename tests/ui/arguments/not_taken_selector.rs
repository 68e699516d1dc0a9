// Empty parentheses where no argument is taken.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        active_selector() {
            running;
        }
    }
}

fn main() {}
