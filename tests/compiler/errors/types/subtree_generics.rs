// A subtree without its generic argument.
use bt_core::behavior_tree;

trait Navigator {}

struct Npc<N>(N);

behavior_tree! {
    tree Walk<N: Navigator>(npc: &mut Npc<N>) {
        running;
    }

    tree Patrol<N: Navigator>(npc: &mut Npc<N>) {
        subtree Walk;
    }
}

fn main() {}
