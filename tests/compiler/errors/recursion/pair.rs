// Two trees that contain each other.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            succeed;
            subtree Fight;
        }
    }

    tree Fight(npc: &mut Npc) {
        sequence {
            succeed;
            subtree Patrol;
        }
    }
}

fn main() {}
