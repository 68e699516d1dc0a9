// What others call `force_success`.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        succeeder fail;
    }
}

fn main() {}
