// Labels that the generated code has.
use bt_core::behavior_tree;

struct Npc {
    tired: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            condition npc.tired || break 'condition_1;
            random_selector(if npc.tired { break '_chosen None } else { 3 }) {
                action if npc.tired { break 'ticked };
                fail;
            }
        }
    }
}

fn main() {}
