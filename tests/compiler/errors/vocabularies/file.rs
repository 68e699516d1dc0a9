// A file with mistakes, which are told with the places in it.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition Calm => true;
        action Walk(far: u32) => drop(far);
    }

    trees from "../../../../tests/compiler/errors/vocabularies/soldier.tree" with Drill;
}

fn main() {
    let _ = Soldier::new();
}
