// A subtree without `;`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Fight(npc: &mut Npc) {
        running;
    }

    tree Patrol(npc: &mut Npc) {
        sequence {
            subtree Fight
            running;
        }
    }
}

fn main() {}
