// What is a parallel with a policy here.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        race {
            running;
            running;
        }
    }
}

fn main() {}
