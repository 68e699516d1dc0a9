// Two trees of one name in two calls.
use bt_core::{Clock, behavior_tree};
use std::time::Duration;

struct Npc {
    health: u32,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'hurt: condition npc.health < 20;
    }

    #[derive(Debug)]
    tree Rest(npc: &mut Npc, until: u32) {
        cooldown(2s) sequence {
            repeat(3) wait(1s);
            condition npc.health > *until;
        }
    }
}

behavior_tree! {
    #[derive(Clone)]
    tree Patrol(npc: &mut Npc, limit: u32) {
        cooldown(2s) parallel {
            retry(3) condition npc.health < *limit;
            wait(1s);
        }
    }

    tree Other(npc: &mut Npc) {
        subtree Rest(until = 2);
    }
}

behavior_tree! {
    tree Rest(npc: &mut Npc) {
        'hurt: condition npc.health < 20;
    }
}

mod inner {
    use super::*;

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            subtree Rest(until = 2);
        }
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            subtree Rest(until = 2);
        }
    }
}

fn main() {
    let mut npc = Npc { health: 3 };
    Patrol::new().tick(&mut npc);
    Other::new().tick(&mut npc);
    assert!(Patrol::node(Patrol::HURT).name() == "hurt");
}
