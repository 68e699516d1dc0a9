// A subtree on the wrong part of the blackboard.
use bt_core::behavior_tree;

struct Gun;

struct Npc {
    gun: Gun,
    ammo: u32,
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        running;
    }

    tree Attack(npc: &mut Npc) {
        sequence {
            action npc.gun = Gun;
            subtree Shoot(&mut npc.ammo);
        }
    }
}

fn main() {}
