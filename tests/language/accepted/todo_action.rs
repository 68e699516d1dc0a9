//! Leaves with `todo!()`.

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

#[test]
fn leaves_are_still_to_be_written() {
    Patrol::new().tick(&mut Npc { alive: true });
}
