// What others call `not`, with braces as they write it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        inverter {
            succeed;
        }
    }
}

fn main() {}
