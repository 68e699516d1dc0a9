// An `if` up to `else if`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if npc.alive {
            running;
        } else if npc.
    }
}

fn main() {}
