// A service up to its dot.
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
        service(1s, npc.) running;
    }
}

fn main() {}
