// An action that is a closure and is not called.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action |npc: &mut Npc| npc.health -= 1;
    }
}

fn main() {}
