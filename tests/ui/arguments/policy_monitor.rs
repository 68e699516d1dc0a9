// A policy of a monitor that does not exist.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor(sequence = one) {
            condition npc.alive;
            running;
        }
    }
}

fn main() {}
