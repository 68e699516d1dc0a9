// An `else` without `if`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            succeed;
            else {
                running;
            }
        }
    }
}

fn main() {}
