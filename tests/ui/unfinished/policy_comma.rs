// Two commas behind a policy.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel(success = one,,) {
            running;
        }
    }
}

fn main() {}
