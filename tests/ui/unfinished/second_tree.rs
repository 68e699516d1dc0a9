// A tree that is begun behind one that is sound.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        running;
    }

    tree
}

fn main() {
    Patrol::new().tick(&mut Npc);
}
