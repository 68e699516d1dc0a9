// A word of Rust where a name should stand.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action try {};
    }
}

fn main() {}
