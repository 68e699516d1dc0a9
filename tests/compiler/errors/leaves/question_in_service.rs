// A service whose error is not handled.
use bt_core::{Clock, behavior_tree};

use std::time::Duration;

struct Npc;

impl Npc {
    fn look(&mut self) -> Result<(), u32> {
        Err(3)
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        service(1s, npc.look()?) running;
    }
}

fn main() {}
