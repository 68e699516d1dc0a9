// A comma in the place of `;`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.alive,
            running;
        }
    }
}

fn main() {}
