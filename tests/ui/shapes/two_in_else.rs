// An `if` with two nodes behind `else`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if npc.alive {
            succeed;
        } else {
            succeed;
            running;
        }
    }
}

fn main() {}
