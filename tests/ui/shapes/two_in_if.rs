// An `if` with two nodes in its branch.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if npc.alive {
            succeed;
            running;
        }
    }
}

fn main() {}
