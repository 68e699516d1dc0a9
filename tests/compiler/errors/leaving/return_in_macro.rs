// A macro that returns something else than the place takes.
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

macro_rules! home {
    () => {
        return "home"
    };
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition home!();
            guard(home!()) running;
            if home!() { running; }
            active_if home!() { running; }
            if let 1 = home!() { running; }
            match home!() { 1 => running, _ => fail }
            active_match home!() { 1 => running, _ => fail }
            match 1 { 1 if home!() => running, _ => fail }
            action home!();
            action Walk { to: home!() };
            with Walk { to: home!() } running;
            repeat(home!()) succeed;
            retry(home!()) fail;
            random_selector(home!()) { running; fail; }
            random_selector(0) { home!() => running, 1 => fail }
            random_sequence(0) { action home!(); succeed; }
            utility_selector { home!() => running, 0.5 => fail }
            wait(home!());
            delay(home!()) succeed;
            timeout(home!()) running;
            cooldown(home!()) succeed;
            every(home!()) succeed;
            service(home!(), {}) running;
            subtree Inner(home!());
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
