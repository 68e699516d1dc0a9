// Two expressions in one leaf.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk() npc.walk();
    }
}

fn main() {}
