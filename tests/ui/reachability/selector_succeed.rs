// A child behind one that never fails.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            succeed;
            action npc.walk();
        }
    }
}

fn main() {}
