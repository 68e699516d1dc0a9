// A length of time with a unit that is read as a digit.
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
        wait(0x10);
    }
}

fn main() {}
