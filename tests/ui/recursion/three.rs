// Three trees in a circle.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Chase;
    }

    tree Chase(npc: &mut Npc) {
        subtree Fight;
    }

    tree Fight(npc: &mut Npc) {
        subtree Patrol;
    }
}

fn main() {}
