// A child behind one that is repeated for ever.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            repeat action npc.walk();
            running;
        }
    }
}

fn main() {}
