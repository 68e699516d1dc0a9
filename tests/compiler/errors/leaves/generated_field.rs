// A leaf that uses the events of the generated code.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action events.clear();
    }
}

fn main() {}
