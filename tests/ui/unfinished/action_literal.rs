// A stateful action up to its first field.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk { to };
    }
}

fn main() {}
