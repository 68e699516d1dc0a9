// A length of time to which a number is added.
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
        wait(2s + 1);
    }
}

fn main() {}
