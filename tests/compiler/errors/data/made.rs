// Stateful actions that are not struct literals, or lack their generic arguments.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Fly(u32);

impl Fly {
    fn to(height: u32) -> Self {
        Self(height)
    }
}

impl Action<Npc> for Fly {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

struct Swim<T> {
    to: T,
}

impl<T> Action<Npc> for Swim<T> {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Called(npc: &mut Npc) { action Fly::to(3); }

    tree Tuple(npc: &mut Npc) { action Fly(3); }

    tree AnotherValue(npc: &mut Npc) { action Fly = 3; }

    tree NoArguments(npc: &mut Npc) { action Swim { to: 3_u8 }; }
}

fn main() {}
