// A condition that names a method and does not call it.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn alive(&self) -> bool {
        true
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.alive;
    }
}

fn main() {}
