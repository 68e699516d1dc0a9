//! A macro call without trees, and a tree that is never ticked.

use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

behavior_tree! {}
