// A subtree up to its dot.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree Fight(&mut npc.);
    }
}

behavior_tree! {
    tree Fight(hand: &mut u32) {
        running;
    }
}

fn main() {}
