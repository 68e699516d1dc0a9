// An `if` up to its dot.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if npc. {
            running;
        }
    }
}

fn main() {}
