//! A value that must be used, and is not, is told at the expression, once, as that of a statement.

#![deny(unused_must_use)]

use bt_core::{Clock, Status, behavior_tree};
use std::fs::remove_file;
use std::time::Duration;

pub struct Npc {
    pub food: u32,
}

impl Npc {
    fn close(&mut self) -> Result<(), String> {
        self.food += 1;
        Err("closed".to_owned())
    }

    #[must_use]
    fn count(&self) -> u32 {
        self.food
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    pub tree Unused(npc: &mut Npc) {
        parallel {
            finally(remove_file("x")) action npc.food += 1;
            // It ends in several places of the expansion.
            guard(npc.food > 3) finally(npc.close()) wait(1s);
            service(1s, npc.food > 3) running;
            service(1s, npc.count()) action Status::Running;
            finally({ npc.food += 1; npc.close() }) running;
            finally(if npc.food > 3 { npc.close() } else { Ok(()) }) running;
            finally(match npc.food { 0 => 1, food => food } + 1) running;
        }
    }

    pub tree Used(npc: &mut Npc) {
        sequence {
            finally(npc.close()?) wait(1s);
            finally({ npc.close()?; Ok(()) }) wait(1s);
            service(1s, { let _ = npc.close(); }) wait(1s);
            service(1s, drop(npc.close())) wait(1s);
            service(1s, if npc.food > 3 { npc.food = 3; }) wait(1s);
            finally({ npc.food = 3; }) finally(npc.food) wait(1s);
        }
    }

    #[allow(unused_must_use)]
    pub tree Allowed(npc: &mut Npc) {
        finally(remove_file("x")) service(1s, npc.count()) running;
    }
}

fn main() {}
