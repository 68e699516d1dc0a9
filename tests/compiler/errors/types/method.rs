// A method that the blackboard does not have.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.wlak();
    }
}

fn main() {}
