// Scores, weights and random numbers of another type.
use bt_core::behavior_tree;

struct Npc {
    hunger: f64,
    thirst: f32,
}

impl Npc {
    fn random(&mut self) -> f32 {
        0.5
    }
}

behavior_tree! {
    tree Score(npc: &mut Npc) {
        utility_selector {
            npc.hunger => succeed;
            0.5 => fail;
        }
    }

    /// Without a decimal point.
    tree Integer(npc: &mut Npc) {
        utility_selector {
            npc.thirst => succeed;
            1 => fail;
        }
    }

    tree Weight(npc: &mut Npc) {
        random_selector(4) {
            0.5 => fail;
            0.5 => succeed;
        }
    }

    tree Random(npc: &mut Npc) {
        random_selector(npc.random()) {
            fail;
            succeed;
        }
    }
}

fn main() {}
