// A field that the blackboard does not have.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.helth > 20;
    }
}

fn main() {}
