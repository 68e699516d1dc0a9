// A condition whose `return` gives something else than its end.
use bt_core::behavior_tree;

struct Npc {
    health: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition {
            if npc.health == 0 {
                return 0;
            }
            true
        };
    }
}

fn main() {}
