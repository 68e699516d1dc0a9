//! Conditions and arguments with `todo!()`.

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

#[test]
fn conditions_and_arguments_are_still_to_be_written() {
    Patrol::new().tick(&mut Npc { alive: true });
}
