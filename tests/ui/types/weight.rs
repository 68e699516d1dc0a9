// A weight that is no `u32`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_selector(4) {
            0.5 => fail;
            0.5 => succeed;
        }
    }
}

fn main() {}
