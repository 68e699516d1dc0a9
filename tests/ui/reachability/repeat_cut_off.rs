// A repeat around a sequence that never comes to its end.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat active_sequence {
            not running;
            succeed;
        }
    }
}

fn main() {}
