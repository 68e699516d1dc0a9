// A node in a `match` without a pattern.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.alive {
            true => succeed;
            fail;
        }
    }
}

fn main() {}
