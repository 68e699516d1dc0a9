// A score without a decimal point.
use bt_core::behavior_tree;

struct Npc {
    hunger: f32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            npc.hunger => succeed;
            1 => fail;
        }
    }
}

fn main() {}
