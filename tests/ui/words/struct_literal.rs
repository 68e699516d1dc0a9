// A stateful action without its word.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        Walk {
            to: 3,
        };
    }
}

fn main() {}
