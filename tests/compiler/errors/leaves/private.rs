// A leaf that calls a private method.
use bt_core::behavior_tree;

use npcs::Npc;

mod npcs {
    pub struct Npc;

    impl Npc {
        fn walk(&mut self) {}
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk();
    }
}

fn main() {}
