// A child behind one that cannot fail.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            force_success action npc.walk();
            running;
        }
    }
}

fn main() {}
