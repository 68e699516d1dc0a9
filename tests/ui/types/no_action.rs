// A struct literal whose type is no action.
use bt_core::behavior_tree;

struct Npc;

struct Walk {
    to: i32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action Walk { to: 3 };
    }
}

fn main() {}
