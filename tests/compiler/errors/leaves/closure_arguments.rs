// A closure that is called without the blackboard.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action (|npc: &mut Npc| npc.walk())();
    }
}

fn main() {}
