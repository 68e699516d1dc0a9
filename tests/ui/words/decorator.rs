// What is called `with` here.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        decorator Brave {} running;
    }
}

fn main() {}
