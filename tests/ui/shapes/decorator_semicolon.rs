// A decorator with `;` in the place of its child.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            timeout(2s);
            succeed;
        }
    }
}

fn main() {}
