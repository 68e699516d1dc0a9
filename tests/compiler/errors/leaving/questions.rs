// `?` where nothing can be missing.
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

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel {
            condition npc.find()?;
            guard(npc.find()?) running;
            if npc.find()? { running; }
            active_if npc.find()? { running; }
            if let 1 = npc.find()? { running; }
            match 1 { 1 if npc.find()? => running, _ => fail }
            repeat(npc.find()?) succeed;
            retry(npc.find()?) fail;
            random_selector(npc.find()?) { running; fail; }
            random_selector(0) { npc.find()? => running, 1 => fail }
            utility_selector { npc.find()? => running, 0.5 => fail }
            wait(npc.find()?);
            delay(npc.find()?) succeed;
            timeout(npc.find()?) running;
            cooldown(npc.find()?) succeed;
            every(npc.find()?) succeed;
            service(npc.find()?, {}) running;
            service(1s, npc.find()?) running;
            action Walk { to: npc.find()? };
            with Walk { to: npc.find()? } running;
            subtree Inner(&mut npc.find()?);
        }
    }

    tree Inner(npc: &mut Npc) {
        succeed;
    }
}

fn main() {}
