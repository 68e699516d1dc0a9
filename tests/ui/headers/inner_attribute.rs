// An attribute for what is outside of the tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    #![allow(dead_code)]
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
