// A stateful action in parentheses.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk {
    to: u32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action (Walk { to: 3 });
    }
}

fn main() {}
