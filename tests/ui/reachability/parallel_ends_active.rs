// The same in an active sequence.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one) {
            active_sequence {
                repeat(2) succeed;
                action npc.walk();
            }
            succeed;
        }
    }
}

fn main() {}
