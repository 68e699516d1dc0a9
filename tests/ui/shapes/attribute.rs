// An attribute on a node.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            #[cfg(test)]
            running;
        }
    }
}

fn main() {}
