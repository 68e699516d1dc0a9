// A `;` behind a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    };

    tree Fight(npc: &mut Npc) {
        running;
    }
}

fn main() {}
