// A decorator that a function makes.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave::new(3) running;
    }
}

fn main() {}
