//! A call without trees, and a tree that nobody ticks.

use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

behavior_tree! {}
