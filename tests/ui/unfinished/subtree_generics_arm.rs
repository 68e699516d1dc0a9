// Subtrees in arms up to a generic argument; the next arm is still read.
use bt_core::behavior_tree;

struct Npc {
    number: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.number {
            0 => subtree Walk<u8,
            1 => subtree Walk<u8, u16, 2 => wait(2),
            3 => subtree Walk<u8; 4 => wait(4),
            _ => subtree Walk<
        }
    }
}

fn main() {}
