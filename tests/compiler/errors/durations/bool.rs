// A duration that is a `bool`.
use bt_core::{Clock, behavior_tree};

use std::time::Duration;

struct Npc;

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        wait(true);
    }
}

fn main() {}
