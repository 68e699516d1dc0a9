// An action that gives an `Err` whose type is unknown.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Err("no path");
    }
}

fn main() {}
