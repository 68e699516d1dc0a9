// Subtrees up to `<` or to a generic argument; the nodes after them are still read.
use bt_core::behavior_tree;

struct Npc {
    hungry: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.hungyr;
            subtree Walk<
            wait(2);
            subtree Walk<Vec<u8>, { 1 + 1 }
            wait(3);
            subtree Walk<u8;
            wait(4);
            subtree Walk<u8(npc);
        }
    }
}

fn main() {}
