// A tree whose blackboard is a pattern.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol((npc, world): &mut (Npc, Npc)) {
        running;
    }
}

fn main() {}
