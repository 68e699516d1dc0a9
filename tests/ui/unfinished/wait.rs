// A wait up to its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            wait()
            running;
        }
    }
}

fn main() {}
