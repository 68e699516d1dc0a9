// A mistake in each of three trees.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        paralel {
            running;
        }
    }

    tree Fight(npc: &mut Npc) {
        sequence {}
    }

    tree Flee(npc: &mut Npc) {
        wait(3);
    }
}

fn main() {}
