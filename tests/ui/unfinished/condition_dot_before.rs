// A condition up to its dot, in front of another leaf.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.
            action npc.alive = false;
        }
    }
}

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
