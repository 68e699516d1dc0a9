// A tree that is `const`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    const tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
