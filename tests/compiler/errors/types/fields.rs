// Stateful actions and a decorator with fields that are missing, unknown or of another type.
use bt_core::{Action, Decorator, Status, behavior_tree};

struct Npc;

struct Walk {
    to: i32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        if self.to == 0 { Status::Success } else { Status::Running }
    }
}

struct Brave {
    up_to: u32,
}

impl Decorator<Npc> for Brave {}

behavior_tree! {
    tree Missing(npc: &mut Npc) {
        action Walk {};
    }

    tree AnotherType(npc: &mut Npc) {
        action Walk { to: "home" };
    }

    tree Unknown(npc: &mut Npc) {
        action Walk { to: 3, speed: 2 };
    }

    tree OfDecorator(npc: &mut Npc) {
        with Brave { up_to: -3 } running;
    }
}

fn main() {}
