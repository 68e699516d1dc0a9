// A child behind one that decides the parallel.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one) {
            succeed;
            action npc.walk();
        }
    }
}

fn main() {}
