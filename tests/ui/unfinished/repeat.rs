// A count up to its dot.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(npc.) succeed;
    }
}

fn main() {}
