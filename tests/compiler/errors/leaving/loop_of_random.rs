// A `break` that would leave the loop that chooses a child.
use bt_core::{Status, behavior_tree};

struct Npc {
    tired: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            random_selector(if npc.tired { break Status::Success } else { 3 }) {
                succeed;
                fail;
            }
            random_sequence(7) {
                u32::min(if npc.tired { continue } else { 3 }, 4) => succeed,
                2 => succeed,
            }
            random_selector(7) {
                action if npc.tired { continue } else { npc.tired = true };
                action if npc.tired { break Status::Success };
            }
        }
    }
}

fn main() {}
