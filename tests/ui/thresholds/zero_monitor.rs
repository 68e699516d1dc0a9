// A monitor that has failed before it begins.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor(failure = 0) {
            condition npc.alive;
            running;
        }
    }
}

fn main() {}
