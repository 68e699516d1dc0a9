// Conditions and arguments that are still to be written.
#![deny(warnings)]

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.alive && false;
            condition todo!();
            guard(todo!()) succeed;
            if todo!() {
                succeed;
            }
            repeat(todo!()) succeed;
        }
    }
}

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
