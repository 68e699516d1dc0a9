// A condition whose `return` has another type than its end.
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
