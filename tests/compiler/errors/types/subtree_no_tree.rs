// Subtrees whose type is no tree on the blackboard: as the only leaf, beside another one, and in a node that
// keeps data.
use bt_core::behavior_tree;

struct Npc {
    alive: bool,
}

struct Gun;

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        running;
    }

    tree Alone(npc: &mut Npc) {
        subtree Gun;
    }

    tree Beside(npc: &mut Npc) {
        active_selector {
            condition npc.alive;
            subtree Gun;
            running;
        }
    }

    tree Inside(npc: &mut Npc) {
        repeat(2) parallel(success = one) {
            subtree Gun;
            running;
        }
    }

    tree OfAnother(npc: &mut Npc) {
        subtree Shoot;
    }
}

fn main() {}
