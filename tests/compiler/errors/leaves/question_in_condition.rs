// A condition with `?`.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.enemy? > 3;
    }
}

fn main() {}
