// A leaf whose macro does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action walk!(npc);
    }
}

fn main() {}
