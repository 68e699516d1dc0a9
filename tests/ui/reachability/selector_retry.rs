// A child behind one that is tried until it succeeds.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            retry action npc.walk();
            running;
        }
    }
}

fn main() {}
