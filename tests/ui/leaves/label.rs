// A leaf that leaves a block of the generated code.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action break 'sequence_0_succeeds;
    }
}

fn main() {}
