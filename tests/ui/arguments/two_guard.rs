// A guard with two conditions.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        guard(npc.alive, npc.alive) running;
    }
}

fn main() {}
