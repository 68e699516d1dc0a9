// Two trees of one name in two calls.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.health < 20;
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.health < 20;
    }
}

fn main() {}
