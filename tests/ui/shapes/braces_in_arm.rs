// An arm with braces, as in Rust.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.alive {
            true => {
                succeed;
            }
            false => fail,
        }
    }
}

fn main() {}
