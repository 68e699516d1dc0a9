// More children of a utility selector than there are numbers for.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        utility_selector {
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
            0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail; 0.5 => fail;
        }
    }
}

fn main() {}
