// Macros that leave a loop around a leaf.
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

macro_rules! stop {
    () => {
        break
    };
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition stop!();
            guard(stop!()) running;
            if stop!() { running; }
            active_if stop!() { running; }
            if let 1 = stop!() { running; }
            match stop!() { 1 => running, _ => fail }
            active_match stop!() { 1 => running, _ => fail }
            match 1 { 1 if stop!() => running, _ => fail }
            action stop!();
            action Walk { to: stop!() };
            with Walk { to: stop!() } running;
            repeat(stop!()) succeed;
            retry(stop!()) fail;
            random_selector(stop!()) { running; fail; }
            random_selector(0) { stop!() => running, 1 => fail }
            random_sequence(0) { action stop!(); succeed; }
            utility_selector { stop!() => running, 0.5 => fail }
            wait(stop!());
            delay(stop!()) succeed;
            timeout(stop!()) running;
            cooldown(stop!()) succeed;
            every(stop!()) succeed;
            service(stop!(), {}) running;
            service(1s, stop!()) running;
            subtree Inner(stop!());
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
