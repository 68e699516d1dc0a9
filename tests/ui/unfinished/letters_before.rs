// The first letters of a word, in front of another node.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.alive;
            sel
            running;
        }
    }
}

fn main() {}
