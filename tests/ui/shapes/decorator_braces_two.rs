// A decorator with two nodes in braces.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(3) {
            succeed;
            succeed;
        }
    }
}

fn main() {}
