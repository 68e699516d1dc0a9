// A subtree with two blackboards.
use bt_core::behavior_tree;

struct Npc {
    left: u32,
    right: u32,
}

behavior_tree! {
    tree Fight(hand: &mut u32) {
        running;
    }

    tree Patrol(npc: &mut Npc) {
        subtree Fight(&mut npc.left, &mut npc.right);
    }
}

fn main() {}
