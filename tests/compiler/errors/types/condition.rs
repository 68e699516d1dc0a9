// Conditions, a guard and a branch that give no `bool`.
use bt_core::{Status, behavior_tree};

struct Npc {
    health: u32,
    enemy: Option<u32>,
}

impl Npc {
    fn alive(&self) -> Status {
        Status::Success
    }
}

behavior_tree! {
    tree Number(npc: &mut Npc) {
        condition npc.health;
    }

    tree Optional(npc: &mut Npc) {
        condition npc.enemy;
    }

    tree OfStatus(npc: &mut Npc) {
        condition npc.alive();
    }

    /// `=` instead of `==`.
    tree Assigns(npc: &mut Npc) {
        condition npc.health = 20;
    }

    tree Guard(npc: &mut Npc) {
        guard(npc.health) running;
    }

    tree Branch(npc: &mut Npc) {
        if npc.health {
            running;
        }
    }
}

fn main() {}
