// A retry around a composite that never fails.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        retry selector {
            'walk: action npc.walk();
            force_success action npc.walk();
        }
    }
}

fn main() {}
