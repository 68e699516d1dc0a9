// A `match` without arms.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.alive {}
    }
}

fn main() {}
