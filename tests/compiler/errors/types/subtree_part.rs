// Subtrees with an expression that is not a `&mut` of their blackboard.
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

    tree Moved(npc: &mut Npc) {
        subtree Shoot(npc.gun);
    }

    tree Shared(npc: &mut Npc) {
        subtree Shoot(&npc.gun);
    }

    tree AnotherPart(npc: &mut Npc) {
        sequence {
            action npc.gun = Gun;
            subtree Shoot(&mut npc.ammo);
        }
    }
}

fn main() {}
