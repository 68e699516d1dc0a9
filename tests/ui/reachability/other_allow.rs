// An `allow` that is about something else.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    #[allow(dead_code)]
    tree Patrol(npc: &mut Npc) {
        selector {
            succeed;
            running;
        }
    }
}

fn main() {}
