// A tree that contains itself under another name.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Again;
    }
}

type Again = Patrol;

fn main() {}
