// An action up to the arguments of its call.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self, _: u32) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk(npc.);
    }
}

fn main() {}
