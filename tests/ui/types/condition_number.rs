// A condition that gives a number.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.health;
    }
}

fn main() {}
