// A tree that is written as a function.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    fn patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
