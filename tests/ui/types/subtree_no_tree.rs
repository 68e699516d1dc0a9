// A subtree whose type is no tree.
use bt_core::behavior_tree;

struct Npc;

struct Gun;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Gun;
    }
}

fn main() {}
