use bt_core::{Action, Can, Status, behavior_tree};

pub struct Npc {
    health: u32,
}

struct Rest {}

impl Action<Npc> for Rest {
    const CAN: Can = Can::ANYTHING.never_runs();

    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.health += 1;
        Status::Success
    }
}

behavior_tree! {
    tree Soldier(npc: &mut Npc) {
        selector {
            'flee: sequence {
                'hurt: condition npc.health < 20;
                'run: action Status::Running;
            }
            'eat: action npc.health += 1;
            'rest: action Rest {};
        }
    }

    rules Soldier {
        /// Who runs away asks whether he is still hurt.
        after 'flee next 'hurt.ticked;
        never 'flee && 'rest;
        // The types exclude it.
        never 'rest.running;
        never 'eat.failed;
        possible 'eat.running;
        // The macro knows it.
        never 'hurt.failed && 'eat.ticked;
    }
}

fn main() {}
