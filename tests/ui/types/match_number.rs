// A `match` over numbers without `_`.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.health {
            0 => fail,
            1..20 => running,
        }
    }
}

fn main() {}
