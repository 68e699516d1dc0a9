// Leaves that leave a loop around them.
use bt_core::{Action, Clock, Decorator, Status, behavior_tree};

use std::time::Duration;

struct Npc;

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

struct Walk {
    to: u32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::from(self.to > 0)
    }
}

impl Decorator<Npc> for Walk {
    fn tick(&mut self, npc: &mut Npc, child: impl FnOnce(&mut Npc) -> Status) -> Status {
        child(npc)
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition { break };
            guard({ break }) running;
            if { break } { running; }
            active_if { break } { running; }
            if let 1 = { break } { running; }
            match { break } { 1 => running, _ => fail }
            active_match { break } { 1 => running, _ => fail }
            match 1 { 1 if { break } => running, _ => fail }
            action { break };
            action Walk { to: { break } };
            with Walk { to: { break } } running;
            repeat({ break }) succeed;
            retry({ break }) fail;
            random_selector({ break }) { running; fail; }
            random_selector(0) { u32::min({ break }, 3) => running, 1 => fail }
            random_sequence(0) { action { break }; succeed; }
            utility_selector { { break } => running, 0.5 => fail }
            wait({ break });
            delay({ break }) succeed;
            timeout({ break }) running;
            cooldown({ break }) succeed;
            every({ break }) succeed;
            service({ break }, {}) running;
            service(1s, { break }) running;
            subtree Inner({ break });
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
