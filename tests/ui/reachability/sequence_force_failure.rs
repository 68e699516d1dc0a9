// A child behind one that cannot succeed.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            force_failure action npc.walk();
            running;
        }
    }
}

fn main() {}
