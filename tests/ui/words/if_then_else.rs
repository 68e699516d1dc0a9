// What others call `if`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if_then_else {
            succeed;
            running;
            fail;
        }
    }
}

fn main() {}
