// A unit that does not exist, in a sum.
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
        wait(2s + 3parsecs);
    }
}

fn main() {}
