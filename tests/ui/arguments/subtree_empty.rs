// A subtree with nothing in its parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Fight(npc: &mut Npc) {
        running;
    }

    tree Patrol(npc: &mut Npc) {
        subtree Fight();
    }
}

fn main() {}
