// Two children behind one that never fails: told once.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        selector {
            succeed;
            running;
            fail;
        }
    }
}

fn main() {}
