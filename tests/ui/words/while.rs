// A loop, which is called `guard` here.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        while npc.alive {
            running;
        }
    }
}

fn main() {}
