// A service without an expression.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(2s) running;
    }
}

fn main() {}
