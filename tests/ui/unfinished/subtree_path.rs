// A subtree up to `::`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree npcs::;
    }
}

fn main() {}
