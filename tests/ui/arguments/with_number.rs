// A decorator that is a number.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with 3 running;
    }
}

fn main() {}
