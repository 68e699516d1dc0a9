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
            action {
                let _ = 3;
                todo!()
            };
            action std::process::exit(1);
            action if npc.alive { std::process::exit(1) } else { todo!() };
            guard(todo!()) running;
        }
    }
}

fn main() {
    Patrol::new().tick(&mut Npc { alive: true });
}
