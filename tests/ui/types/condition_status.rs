// A condition that gives a `Status`.
use bt_core::{Status, behavior_tree};

struct Npc;

impl Npc {
    fn alive(&self) -> Status {
        Status::Success
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.alive();
    }
}

fn main() {}
