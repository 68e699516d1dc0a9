// A leaf that calls the blackboard by another name.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action player.walk();
    }
}

fn main() {}
