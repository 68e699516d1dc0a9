// An incomplete tree before a correct one.
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
