// A decorator for another blackboard.
use bt_core::{Decorator, behavior_tree};

struct Npc;

struct Gun;

struct Locked;

impl Decorator<Gun> for Locked {}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        with Locked running;
    }
}

fn main() {}
