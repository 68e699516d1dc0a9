// A length of time that changes the blackboard.
use bt_core::{Clock, behavior_tree};

use std::time::Duration;

struct Npc {
    patience: u64,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Npc {
    fn wake(&mut self) -> Duration {
        self.patience = 0;
        Duration::ZERO
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        wait(npc.wake());
    }
}

fn main() {}
