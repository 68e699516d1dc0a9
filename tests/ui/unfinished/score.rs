// A score up to its dot.
use bt_core::behavior_tree;

struct Npc {
    hunger: f32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            npc. => running;
            0.5 => succeed;
        }
    }
}

fn main() {}
