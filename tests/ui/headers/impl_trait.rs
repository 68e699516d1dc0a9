// A tree on any blackboard of a trait.
use bt_core::behavior_tree;

trait Walker {}

behavior_tree! {
    tree Patrol(npc: &mut impl Walker) {
        running;
    }
}

fn main() {}
