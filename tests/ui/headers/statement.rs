// A statement beside a tree.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    use bt_core::Status;

    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
