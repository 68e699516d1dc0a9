// A tree that says what it returns.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) -> Status {
        running;
    }
}

fn main() {}
