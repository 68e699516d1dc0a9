// A tree whose name stands in quotation marks.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree "Patrol"(npc: &mut Npc) {
        running;
    }
}

fn main() {}
