// A service with three arguments.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(2s, npc.walk(), npc.walk()) running;
    }
}

fn main() {}
