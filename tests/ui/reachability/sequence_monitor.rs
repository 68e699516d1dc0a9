// A child behind a monitor that never succeeds.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            monitor {
                condition npc.alive;
                running;
            }
            succeed;
        }
    }
}

fn main() {}
