// A node that takes a second tick, where the parallel ends in its first.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one) {
            sequence {
                repeat(2) succeed;
                action npc.walk();
            }
            succeed;
        }
    }
}

fn main() {}
