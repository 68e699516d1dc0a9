// An action that gives an `Err` of nothing in particular.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Err("no path");
    }
}

fn main() {}
