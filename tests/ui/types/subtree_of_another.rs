// A subtree on another blackboard.
use bt_core::behavior_tree;

struct Npc;

struct Gun;

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        running;
    }

    tree Attack(npc: &mut Npc) {
        subtree Shoot;
    }
}

fn main() {}
