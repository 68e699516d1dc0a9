// A mistake in each arm.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.alive {
            true + => succeed,
            fail;
            false => runing,
        }
    }
}

fn main() {}
