// An action whose block is unfinished.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action {
            npc.alive = ;
        };
    }
}

fn main() {}
