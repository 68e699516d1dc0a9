// A condition that writes a field.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition {
            npc.health -= 1;
            npc.health > 0
        };
    }
}

fn main() {}
