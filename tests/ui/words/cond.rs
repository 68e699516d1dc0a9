// What others call a condition.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        cond npc.alive;
    }
}

fn main() {}
