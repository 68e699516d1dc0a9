// Types that do not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree OfAction(npc: &mut Npc) {
        action Walk { to: 3 };
    }

    tree OfDecorator(npc: &mut Npc) {
        with Brave { up_to: 3 } running;
    }

    tree OfSubtree(npc: &mut Npc) {
        subtree Shoot;
    }
}

fn main() {}
