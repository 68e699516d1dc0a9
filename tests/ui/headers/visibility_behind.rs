// The visibility behind the word.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree pub Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
