// A file that is not there.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition Calm => true;
    }

    trees from "/nowhere/soldier.tree" with Drill;
}

fn main() {}
