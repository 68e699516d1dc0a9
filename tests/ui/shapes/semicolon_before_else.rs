// A `;` between a branch and its `else`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            if npc.alive {
                succeed;
            };
            else {
                fail;
            }
        }
    }
}

fn main() {}
