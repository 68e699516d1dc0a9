// A subtree whose generic argument does not fit.
use bt_core::behavior_tree;

trait Navigator {}

struct Npc<N>(N);

behavior_tree! {
    tree Walk<N: Navigator>(npc: &mut Npc<N>) {
        running;
    }

    tree Patrol(npc: &mut Npc<u32>) {
        subtree Walk<u32>;
    }
}

fn main() {}
