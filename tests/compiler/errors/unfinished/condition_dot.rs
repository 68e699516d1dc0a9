// A condition up to its dot.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.
    }
}

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
