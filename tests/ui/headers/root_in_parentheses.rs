// A tree whose root stands in parentheses.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) (
        running;
    )
}

fn main() {}
