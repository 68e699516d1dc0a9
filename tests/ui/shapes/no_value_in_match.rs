// A `match` without a value.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match {
            true => succeed,
            _ => fail,
        }
    }
}

fn main() {}
