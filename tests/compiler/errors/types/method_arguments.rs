// A method that is called without its argument.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self, _to: i32) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk();
    }
}

fn main() {}
