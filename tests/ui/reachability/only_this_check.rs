// `#[allow(unreachable_code)]` turns off nothing else.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    #[allow(unreachable_code)]
    tree Patrol(npc: &mut Npc) {
        selector {
            succeed;
            sequence {}
        }
    }
}

fn main() {}
