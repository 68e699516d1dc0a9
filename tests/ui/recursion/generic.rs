// A generic tree that contains itself.
use bt_core::behavior_tree;

trait Navigator {}

struct Npc<N>(N);

behavior_tree! {
    tree Patrol<N: Navigator>(npc: &mut Npc<N>) {
        sequence {
            succeed;
            subtree Patrol<N>;
        }
    }
}

fn main() {}
