// `wait` of a number that says nothing about its unit.
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

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        wait(npc.patience);
    }
}

fn main() {}
