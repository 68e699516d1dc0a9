// A leaf that uses a name of the generated code.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition state.is_idle();
    }
}

fn main() {}
