// A subtree that is private to its module.
use bt_core::behavior_tree;

struct Npc;

mod weapons {
    bt_core::behavior_tree! {
        tree Shoot(npc: &mut super::Npc) {
            running;
        }
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree weapons::Shoot;
    }
}

fn main() {}
