// Parameters that are not used: each is told once, also where trees are made of the words.
#![deny(unused_variables)]
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk;

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Running
    }
}

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition Near(far: u32 = 3) => true;
        action Rest(long: u32 = 3) => ();
        action Go(to: u32 = 3) => Walk = Walk;
        action Walk(_to: u32 = 3, fast: bool) => Walk {};
    }
}

fn main() {}
