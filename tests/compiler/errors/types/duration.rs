// Durations that are numbers, or sums with a number: they have no unit.
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
    tree Cooldown(npc: &mut Npc) {
        cooldown(npc.patience) running;
    }

    tree Delay(npc: &mut Npc) {
        delay(npc.patience) running;
    }

    tree Every(npc: &mut Npc) {
        every(npc.patience) running;
    }

    tree Service(npc: &mut Npc) {
        service(npc.patience, npc.patience += 1) running;
    }

    tree Timeout(npc: &mut Npc) {
        timeout(npc.patience) running;
    }

    tree Wait(npc: &mut Npc) {
        wait(npc.patience);
    }

    tree Sum(npc: &mut Npc) {
        wait(2s + 1);
    }

    tree NumberFirst(npc: &mut Npc) {
        wait(3 + 2s);
    }
}

fn main() {}
