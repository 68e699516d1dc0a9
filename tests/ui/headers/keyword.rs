// A tree whose name is a word of Rust.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree match(npc: &mut Npc) {
        running;
    }
}

fn main() {}
