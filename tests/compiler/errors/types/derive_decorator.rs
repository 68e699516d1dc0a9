// A tree that is `Clone` with a decorator that is not.
use bt_core::{Decorator, behavior_tree};

struct Npc;

struct Brave {}

impl Decorator<Npc> for Brave {}

behavior_tree! {
    #[derive(Clone)]
    tree Patrol(npc: &mut Npc) {
        with Brave {} running;
    }
}

fn main() {}
