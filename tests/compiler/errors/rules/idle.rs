use bt_core::{Status, behavior_tree};

pub struct Npc {
    health: u32,
}

behavior_tree! {
    #[allow(unreachable_code)]
    tree Soldier(npc: &mut Npc) {
        selector {
            'flee: sequence {
                'hurt: condition npc.health < 20;
                'run: action Status::Running;
            }
            succeed;
            'rest: subtree Rest;
        }
    }

    tree Rest(npc: &mut Npc) {
        sequence {
            'sleep: action npc.health += 1;
            'dream: action Status::Running;
        }
    }

    rules Soldier {
        // A condition is never active.
        never 'hurt && 'run;
        // Nothing comes after `succeed`.
        never 'flee && 'rest.'sleep.ticked;
        // The label of another tree.
        always 'dream.ticked -> 'flee.failed;
        // Each holds in some tree.
        possible 'run.failed && 'flee.failed;
        never 'run.failed;
    }
}

fn main() {}
