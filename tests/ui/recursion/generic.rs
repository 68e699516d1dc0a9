// A tree that contains itself as its own generic argument.
use bt_core::{BehaviorTree, behavior_tree};

struct Npc;

behavior_tree! {
    tree Patrol<T: BehaviorTree<Npc>>(npc: &mut Npc) {
        subtree Patrol<Patrol<T>>;
    }
}

fn main() {}
