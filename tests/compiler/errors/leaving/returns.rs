// `return` with something else than the place takes.
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
            condition { return "home" };
            guard({ return "home" }) running;
            if { return "home" } { running; }
            active_if { return "home" } { running; }
            if let 1 = { return "home" } { running; }
            match { return "home" } { 1 => running, _ => fail }
            active_match { return "home" } { 1 => running, _ => fail }
            match 1 { 1 if { return "home" } => running, _ => fail }
            action { return "home" };
            action Walk { to: { return "home" } };
            with Walk { to: { return "home" } } running;
            repeat({ return "home" }) succeed;
            retry({ return "home" }) fail;
            random_selector({ return "home" }) { running; fail; }
            random_selector(0) { u32::min({ return "home" }, 3) => running, 1 => fail }
            random_sequence(0) { action { return "home" }; succeed; }
            utility_selector { { return "home" } => running, 0.5 => fail }
            wait({ return "home" });
            delay({ return "home" }) succeed;
            timeout({ return "home" }) running;
            cooldown({ return "home" }) succeed;
            every({ return "home" }) succeed;
            service({ return "home" }, {}) running;
            subtree Inner({ return "home" });
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
