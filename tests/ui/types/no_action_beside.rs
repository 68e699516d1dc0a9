// The same in the place where it is made beside another leaf.
use bt_core::behavior_tree;

struct Npc;

struct Walk {
    to: i32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        active_selector {
            action Walk { to: 3 };
            running;
        }
    }
}

fn main() {}
