// A pattern instead of a condition.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition let Some(_) = npc.enemy;
    }
}

fn main() {}
