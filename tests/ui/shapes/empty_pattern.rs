// An arm with nothing in front of `=>`.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.alive {
            => succeed,
            false => fail,
        }
    }
}

fn main() {}
