// A macro with `?` where nothing can be missing.
use bt_core::{Action, Clock, Decorator, Status, behavior_tree};

use std::time::Duration;

struct Npc;

impl Npc {
    fn find<T>(&self) -> Option<T> {
        None
    }
}

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

macro_rules! ask {
    ($npc:expr) => {
        $npc.find()?
    };
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition ask!(npc);
            guard(ask!(npc)) running;
            if ask!(npc) { running; }
            active_if ask!(npc) { running; }
            if let 1 = ask!(npc) { running; }
            match 1 { 1 if ask!(npc) => running, _ => fail }
            repeat(ask!(npc)) succeed;
            retry(ask!(npc)) fail;
            random_selector(ask!(npc)) { running; fail; }
            random_selector(0) { ask!(npc) => running, 1 => fail }
            utility_selector { ask!(npc) => running, 0.5 => fail }
            wait(ask!(npc));
            delay(ask!(npc)) succeed;
            timeout(ask!(npc)) running;
            cooldown(ask!(npc)) succeed;
            every(ask!(npc)) succeed;
            service(ask!(npc), {}) running;
            service(1s, ask!(npc)) running;
            action Walk { to: ask!(npc) };
            with Walk { to: ask!(npc) } running;
            subtree Inner(&mut ask!(npc));
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
