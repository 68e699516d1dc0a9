// A stateful action without one of its fields.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk {
    to: i32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        if self.to == 0 { Status::Success } else { Status::Running }
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk {};
    }
}

fn main() {}
