// A tree up to `&mut`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut)
}

fn main() {}
