// The arrow of a `match` on the wrong side.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_selector(3) {
            fail => 3;
            succeed;
        }
    }
}

fn main() {}
