// A child behind a decision that never succeeds.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            match npc.alive {
                true => running,
                false => fail,
            }
            succeed;
        }
    }
}

fn main() {}
