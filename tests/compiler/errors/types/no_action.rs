// Struct literals whose type is not an action for the blackboard: as the only leaf, and with another leaf.
use bt_core::{Action, Status, behavior_tree};

struct Npc;
struct Gun;

struct Walk {
    to: i32,
}

struct Shoot {}

impl Action<Gun> for Shoot {
    fn tick(&mut self, _: &mut Gun) -> Status {
        Status::Success
    }
}

behavior_tree! {
    tree Alone(npc: &mut Npc) {
        action Walk { to: 3 };
    }

    tree Beside(npc: &mut Npc) {
        active_selector {
            action Walk { to: 3 };
            running;
        }
    }

    tree OfAnother(npc: &mut Npc) {
        action Shoot {};
    }
}

fn main() {}
