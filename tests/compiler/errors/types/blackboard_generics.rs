// A blackboard with a generic that is not declared.
use bt_core::behavior_tree;

struct Npc<N>(N);

behavior_tree! {
    tree Patrol(npc: &mut Npc<N>) {
        running;
    }
}

fn main() {}
