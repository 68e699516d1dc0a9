// A stateful action whose type does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk { to: 3 };
    }
}

fn main() {}
