// A tick with a shared borrow of the blackboard.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {
    Patrol::new().tick(&Npc);
}
