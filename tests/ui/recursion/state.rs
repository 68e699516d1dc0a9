// A tree that keeps itself in the state of an action.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Again {
    patrol: Patrol,
}

impl Action<Npc> for Again {
    fn tick(&mut self, npc: &mut Npc) -> Status {
        self.patrol.tick(npc)
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Again { patrol: Patrol::new() };
    }
}

fn main() {}
