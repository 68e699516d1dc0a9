// A stateful action without braces.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk;

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk;
    }
}

fn main() {}
