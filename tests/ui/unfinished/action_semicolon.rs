// Only the word of an action, with `;`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action;
    }
}

fn main() {}
