// A call without trees, and a tree that nobody ticks.
#![deny(warnings)]

use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

behavior_tree! {}

fn main() {}
