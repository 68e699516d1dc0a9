// A length of time that is longer than a `Duration` can be.
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
        wait(99999999999999999999s);
    }
}

fn main() {}
