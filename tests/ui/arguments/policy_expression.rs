// A policy that is an expression.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = npc.alive) {
            running;
        }
    }
}

fn main() {}
