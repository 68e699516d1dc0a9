// A stateful action that is a variant.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

enum Walk {
    Fast { to: u32 },
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk::Fast { to: 3 };
    }
}

fn main() {}
