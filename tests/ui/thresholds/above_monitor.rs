// More successes than a monitor has nodes: conditions do not count.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor(success = 2) {
            condition npc.alive;
            running;
        }
    }
}

fn main() {}
