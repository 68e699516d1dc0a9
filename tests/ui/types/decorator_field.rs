// A decorator with a field of the wrong type.
use bt_core::{Decorator, behavior_tree};

struct Npc;

struct Brave {
    up_to: u32,
}

impl Decorator<Npc> for Brave {}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Brave { up_to: -3 } running;
    }
}

fn main() {}
