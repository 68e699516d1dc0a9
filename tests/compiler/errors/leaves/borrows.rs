// A stateful action that keeps a borrow of the blackboard.
use bt_core::{Action, Status, behavior_tree};

struct Npc {
    name: String,
}

struct Read<'n> {
    name: &'n str,
}

impl Action<Npc> for Read<'_> {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Read { name: &npc.name };
    }
}

fn main() {}
