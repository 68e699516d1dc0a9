// A word as a raw identifier.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        r#sequence {
            running;
        }
    }
}

fn main() {}
