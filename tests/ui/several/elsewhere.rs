// A tree as another library would write it.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        fallback {
            sequence {
                cond npc.alive;
                inverter cond npc.alive;
                task npc.alive = false;
            }
            success;
        }
    }
}

fn main() {}
