// A child behind a composite that never fails.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        active_selector {
            'rest: sequence {
                succeed;
                running;
            }
            action npc.walk();
        }
    }
}

fn main() {}
