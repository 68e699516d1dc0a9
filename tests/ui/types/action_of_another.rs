// A stateful action for another blackboard.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Gun;

struct Shoot {}

impl Action<Gun> for Shoot {
    fn tick(&mut self, _: &mut Gun) -> Status {
        Status::Success
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Shoot {};
    }
}

fn main() {}
