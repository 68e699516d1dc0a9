// Leaves that go on with a loop around them.
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
            condition { continue };
            guard({ continue }) running;
            if { continue } { running; }
            active_if { continue } { running; }
            if let 1 = { continue } { running; }
            match { continue } { 1 => running, _ => fail }
            active_match { continue } { 1 => running, _ => fail }
            match 1 { 1 if { continue } => running, _ => fail }
            action { continue };
            action Walk { to: { continue } };
            with Walk { to: { continue } } running;
            repeat({ continue }) succeed;
            retry({ continue }) fail;
            random_selector({ continue }) { running; fail; }
            random_selector(0) { u32::min({ continue }, 3) => running, 1 => fail }
            random_sequence(0) { action { continue }; succeed; }
            utility_selector { { continue } => running, 0.5 => fail }
            wait({ continue });
            delay({ continue }) succeed;
            timeout({ continue }) running;
            cooldown({ continue }) succeed;
            every({ continue }) succeed;
            service({ continue }, {}) running;
            service(1s, { continue }) running;
            subtree Inner({ continue });
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
