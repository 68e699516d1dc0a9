// A tree in the braces of another macro.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    {
        tree Patrol(npc: &mut Npc) {
            running;
        }
    }
}

fn main() {}
