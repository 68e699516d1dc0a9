//! A name that nothing uses is told at its own word, once.

#![deny(unused_variables)]

use bt_core::{Status, behavior_tree};
use std::time::Duration;

pub struct Npc {
    pub prey: u32,
    pub time: Duration,
}

impl bt_core::Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}

pub struct Walk {
    prey: u32,
}

impl bt_core::Action<Npc> for Walk {
    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.prey = self.prey;
        Status::Success
    }
}

behavior_tree! {
    pub tree Unused(npc: &mut Npc, target: u32, _speed: u32) {
        let(prey: u32 = npc.prey) for(round in 0..3) sequence {
            parallel { action npc.prey += 1; finally(npc.prey = 0) wait(1s); }
            // The inner one is used, and the value of its `let` uses the outer one.
            let(shot: u32 = 1) let(shot: u32 = *shot) let(shot: u32 = *shot + 1) condition *shot > 2;
            let(_lock: u32 = 2) action Walk { prey: 3 };
            let(same: u32 = 2) let(same: u32 = 2) condition *same > 2;
        }
    }

    pub tree Used(npc: &mut Npc, target: u32, speed: f32) {
        let(prey: u32 = npc.prey) for(round in 0..3) sequence {
            condition round < 2;
            action Walk { prey: *prey };
            let(pause: Duration = npc.time) wait(*pause);
            let(text: String = String::new()) action println!("{text}");
            let(named: u32 = 3) action println!("{named}", named = named);
            let(many: u32 = 3) repeat(*many) succeed;
            let(score: f32 = 3.0) utility_selector { *score => succeed; }
            let(given: u32 = 3) subtree Unused(target = *given, _speed = *target);
            let(left: u32 = 3) finally(npc.prey = *left) succeed;
            let(asked: u32 = 3) priority_selector { *asked > 2 => succeed; }
            let(matched: u32 = 3) match *matched { 3 => succeed, _ => fail }
            let(guarded: u32 = 3) match npc.prey { 3 if *guarded > 3 => succeed, _ => fail }
            let(margin: f32 = 3.0) active_utility_selector(margin = *speed + *margin) { 1.0 => succeed; }
        }
    }

    #[allow(unused_variables)]
    pub tree Allowed(npc: &mut Npc) {
        let(prey: u32 = npc.prey) succeed;
    }
}

fn main() {}
