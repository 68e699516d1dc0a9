// A wait with two lengths of time.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        wait(1s, 2s);
    }
}

fn main() {}
