// A score that is no `f32`.
use bt_core::behavior_tree;

struct Npc {
    hunger: f64,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            npc.hunger => succeed;
            0.5 => fail;
        }
    }
}

fn main() {}
