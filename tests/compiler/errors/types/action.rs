// Actions whose value is not a status.
use bt_core::{Action, Status, behavior_tree};

struct Npc {
    health: u32,
    enemies: Vec<u32>,
}

impl Npc {
    fn path(&mut self) -> Result<u32, &'static str> {
        Ok(3)
    }

    async fn look(&mut self) {}
}

fn walk(_: &mut Npc) {}

struct Stand;

impl Stand {
    fn here() -> Self {
        Self
    }
}

impl Action<Npc> for Stand {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    tree Number(npc: &mut Npc) {
        action npc.health + 1;
    }

    tree Optional(npc: &mut Npc) {
        action npc.enemies.pop();
    }

    /// A `Result` with a number in it.
    tree OfResult(npc: &mut Npc) {
        action npc.path();
    }

    tree Async(npc: &mut Npc) {
        action npc.look();
    }

    /// A function that is not called.
    tree Function(npc: &mut Npc) {
        action walk;
    }

    /// A closure that is not called.
    tree Closure(npc: &mut Npc) {
        action |npc: &mut Npc| npc.health -= 1;
    }

    /// A stateful action without braces.
    tree Value(npc: &mut Npc) {
        action Stand;
    }

    /// A stateful action that a function makes.
    tree Call(npc: &mut Npc) {
        action Stand::here();
    }
}

fn main() {}
