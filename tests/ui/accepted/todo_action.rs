// Leaves that are still to be written.
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
            action todo!("walk");
            action unimplemented!();
            guard(todo!()) running;
        }
    }
}

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
