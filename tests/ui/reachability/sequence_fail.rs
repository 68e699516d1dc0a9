// A child behind one that never succeeds.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            fail;
            action npc.walk();
        }
    }
}

fn main() {}
