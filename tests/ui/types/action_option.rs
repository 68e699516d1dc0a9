// An action that gives an `Option`.
use bt_core::behavior_tree;

struct Npc {
    enemies: Vec<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.enemies.pop();
    }
}

fn main() {}
