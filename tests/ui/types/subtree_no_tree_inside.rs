// The same inside of a node that keeps data.
use bt_core::behavior_tree;

struct Npc;

struct Gun;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        repeat(2) parallel {
            subtree Gun;
            running;
        }
    }
}

fn main() {}
