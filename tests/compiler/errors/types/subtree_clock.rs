// A subtree that uses time, on a part of the blackboard without a clock.
use bt_core::behavior_tree;

struct Gun;

struct Npc {
    gun: Gun,
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        wait(1s);
    }

    tree Attack(npc: &mut Npc) {
        subtree Shoot(&mut npc.gun);
    }
}

fn main() {}
