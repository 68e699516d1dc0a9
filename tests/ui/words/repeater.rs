// What others call `repeat`, with its argument.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeater(3) succeed;
    }
}

fn main() {}
