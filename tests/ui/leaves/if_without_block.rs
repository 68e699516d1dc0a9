// An `if` in a leaf without its block.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action if npc.alive;
    }
}

fn main() {}
