// A tick with another blackboard.
use bt_core::behavior_tree;

struct Npc;

struct Gun;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {
    Patrol::new().tick(&mut Gun);
}
