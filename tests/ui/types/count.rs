// A count that is no `u32`.
use bt_core::behavior_tree;

struct Npc {
    charges: i64,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(npc.charges) succeed;
    }
}

fn main() {}
