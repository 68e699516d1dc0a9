// `wait` on a blackboard without a clock.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        wait(2s);
    }
}

fn main() {}
