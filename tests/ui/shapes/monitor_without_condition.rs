// A monitor that watches nothing.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor {
            running;
        }
    }
}

fn main() {}
