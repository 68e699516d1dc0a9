// Macros that go on with a loop around a leaf.
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

macro_rules! again {
    () => {
        continue
    };
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition again!();
            guard(again!()) running;
            if again!() { running; }
            active_if again!() { running; }
            if let 1 = again!() { running; }
            match again!() { 1 => running, _ => fail }
            active_match again!() { 1 => running, _ => fail }
            match 1 { 1 if again!() => running, _ => fail }
            action again!();
            action Walk { to: again!() };
            with Walk { to: again!() } running;
            repeat(again!()) succeed;
            retry(again!()) fail;
            random_selector(again!()) { running; fail; }
            random_selector(0) { again!() => running, 1 => fail }
            random_sequence(0) { action again!(); succeed; }
            utility_selector { again!() => running, 0.5 => fail }
            wait(again!());
            delay(again!()) succeed;
            timeout(again!()) running;
            cooldown(again!()) succeed;
            every(again!()) succeed;
            service(again!(), {}) running;
            service(1s, again!()) running;
            subtree Inner(again!());
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
