//! Words of the language as names of fields and functions.

use bt_core::behavior_tree;

struct Npc {
    not: bool,
    repeat: u32,
}

impl Npc {
    fn wait(&mut self) {}
}

fn sequence(_: &mut Npc) {}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition !npc.not;
            condition npc.repeat == 0;
            action npc.wait();
            action sequence(npc);
        }
    }
}

#[test]
fn words_are_names_of_fields_and_functions() {
    Patrol::new().tick(&mut Npc { not: false, repeat: 0 });
}
