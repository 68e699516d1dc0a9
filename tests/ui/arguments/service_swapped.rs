// A service with its arguments in the wrong order.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(npc.walk(), 2s) running;
    }
}

fn main() {}
