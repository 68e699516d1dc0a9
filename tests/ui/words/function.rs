// A function in the place of a node.
use bt_core::behavior_tree;

struct Npc;

fn walk(_: &mut Npc) {}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        walk(npc);
    }
}

fn main() {}
