//! Leaves that look like something else.

use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition if npc.alive { true } else { false };
            condition match npc.alive {
                true => true,
                false => false,
            };
            condition { npc.alive } && true;
            condition matches!(npc, Npc { alive: true });
            condition (|| npc.alive)();
            action {
                let speed = 3;
                speed > 2
            };
        }
    }
}

#[test]
fn leaves_are_any_expression() {
    Patrol::new().tick(&mut Npc { alive: true });
}
