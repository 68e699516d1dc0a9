// A list of trees of different types.
use bt_core::{BehaviorTree, behavior_tree};

struct Npc;

behavior_tree! {
    tree Walk(npc: &mut Npc) {
        running;
    }
}

fn main() {
    let mut trees: Vec<Box<dyn BehaviorTree<Npc>>> = vec![Box::new(Walk::new())];
    for tree in &mut trees {
        tree.tick(&mut Npc);
    }
}
