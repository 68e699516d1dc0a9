//! Unreachable nodes, where they are allowed.

use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;

struct Npc {
    alive: bool,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    #[allow(unreachable_code)]
    tree Patrol(npc: &mut Npc) {
        selector {
            repeat(3) fail;
            succeed;
            action npc.alive = false;
        }
    }

    // A node that keeps something about its beginning never begins.
    #[allow(unreachable_code)]
    tree Rest(npc: &mut Npc) {
        selector {
            wait(1s);
            cooldown(1s) action if npc.alive { Status::Running } else { Status::Failure };
        }
    }
}

#[test]
fn unreachable_nodes_are_allowed() {
    Patrol::new().tick(&mut Npc { alive: true });
    assert_eq!(Rest::new().tick(&mut Npc { alive: true }), Status::Running);
}
