// A decorator whose type is none.
use bt_core::behavior_tree;

struct Npc;

struct Brave {
    up_to: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave { up_to: 3 } running;
    }
}

fn main() {}
