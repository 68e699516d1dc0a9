// Only the word of an action, in front of another leaf.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            action
            condition npc.alive;
        }
    }
}

fn main() {}
