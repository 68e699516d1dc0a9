// A tree that is begun in front of one that is sound.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree

    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {
    Patrol::new().tick(&mut Npc);
}
