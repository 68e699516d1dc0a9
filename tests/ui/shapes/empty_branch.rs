// An `if` whose branch is empty.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if npc.alive {}
    }
}

fn main() {}
