// Five mistakes in one block.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            acton npc.walk();
            condition npc.;
            wait(2);
            parallel(success = 3) {
                action npc.walk();
            }
            selector {}
        }
    }
}

fn main() {}
