// A monitor without anything behind its conditions.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor {
            condition npc.alive;
        }
    }
}

fn main() {}
