// Types after `with` that are not decorators for the blackboard.
use bt_core::{Action, Decorator, Status, behavior_tree};

struct Npc;
struct Gun;

struct Brave {
    up_to: u32,
}

struct Locked;

impl Decorator<Gun> for Locked {}

struct Walk {
    to: i32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        if self.to == 0 { Status::Success } else { Status::Running }
    }
}

behavior_tree! {
    tree Neither(npc: &mut Npc) {
        with Brave { up_to: 3 } running;
    }

    tree OfAnother(npc: &mut Npc) {
        with Locked running;
    }

    tree OfAction(npc: &mut Npc) {
        with Walk { to: 3 } running;
    }
}

fn main() {}
