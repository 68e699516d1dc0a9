// Two nodes that use time on a blackboard without a clock.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            wait(2s);
            timeout(1s) running;
        }
    }
}

fn main() {}
