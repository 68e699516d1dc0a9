// Expressions that may only read the blackboard, but change it.
use bt_core::{Clock, behavior_tree};

use std::time::Duration;

struct Npc {
    health: u32,
    seed: u32,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Npc {
    fn draw(&mut self) -> u32 {
        self.seed += 1;
        self.seed
    }

    fn wake(&mut self) -> Duration {
        self.seed = 0;
        Duration::ZERO
    }
}

behavior_tree! {
    tree Calls(npc: &mut Npc) {
        condition npc.draw() > 3;
    }

    tree Writes(npc: &mut Npc) {
        condition {
            npc.health -= 1;
            npc.health > 0
        };
    }

    tree Guard(npc: &mut Npc) {
        guard(npc.draw() > 0) running;
    }

    tree Wait(npc: &mut Npc) {
        wait(npc.wake());
    }
}

fn main() {}
