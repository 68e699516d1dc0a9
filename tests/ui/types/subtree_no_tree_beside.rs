// The same beside another leaf that may be running.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

struct Gun;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        active_selector {
            condition npc.alive;
            subtree Gun;
            running;
        }
    }
}

fn main() {}
