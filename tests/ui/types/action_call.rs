// A stateful action that a function makes.
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

impl Walk {
    fn to(to: i32) -> Self {
        Self { to }
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk::to(3);
    }
}

fn main() {}
