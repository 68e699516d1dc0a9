// A loop, which is called `repeat` here.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        loop {
            succeed;
        }
    }
}

fn main() {}
