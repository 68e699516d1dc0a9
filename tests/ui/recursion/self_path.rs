// A tree that contains itself, by another path.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        subtree self::Patrol;
    }
}

fn main() {}
