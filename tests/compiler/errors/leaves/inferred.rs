// A stateful action whose generic argument is left to the compiler.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk<T> {
    to: T,
}

impl<T> Action<Npc> for Walk<T> {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk { to: 3_u8 };
    }
}

fn main() {}
