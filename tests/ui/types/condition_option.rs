// A condition that gives an `Option`.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.enemy;
    }
}

fn main() {}
