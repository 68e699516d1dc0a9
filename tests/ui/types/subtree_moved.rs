// A subtree on a part of the blackboard that is not borrowed.
use bt_core::behavior_tree;

struct Gun;

struct Npc {
    gun: Gun,
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        running;
    }

    tree Attack(npc: &mut Npc) {
        subtree Shoot(npc.gun);
    }
}

fn main() {}
