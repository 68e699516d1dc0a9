// An action that names a function and does not call it.
use bt_core::behavior_tree;

struct Npc;

fn walk(_: &mut Npc) {}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action walk;
    }
}

fn main() {}
