// A leaf with children.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.alive {
            running;
        }
    }
}

fn main() {}
