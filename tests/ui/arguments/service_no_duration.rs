// A service with nothing in front of its comma.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(, npc.walk()) running;
    }
}

fn main() {}
