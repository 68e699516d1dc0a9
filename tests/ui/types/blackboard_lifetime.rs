// A blackboard with a lifetime that nobody declares.
use bt_core::behavior_tree;

struct Npc<'w> {
    name: &'w str,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc<'w>) {
        running;
    }
}

fn main() {}
