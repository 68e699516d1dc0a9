// A tree that is `Clone` with an action that is not.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk {}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    #[derive(Clone)]
    tree Patrol(npc: &mut Npc) {
        action Walk {};
    }
}

fn main() {}
