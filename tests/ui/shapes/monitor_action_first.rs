// A monitor that begins with a node that is no condition.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        monitor {
            action npc.alive = true;
            condition npc.alive;
            running;
        }
    }
}

fn main() {}
