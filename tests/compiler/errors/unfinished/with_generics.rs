// A decorator up to one of its generic arguments; its child is still read.
use bt_core::behavior_tree;

struct Npc {
    number: u32,
    hungry: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            with Brave<u8, condition npc.hungyr;
            with Brave<u8,
            action npc.hugry = true;
            match npc.number { 0 => with Brave<u8, 1 => wait(2), _ => fail }
        }
    }
}

fn main() {}
