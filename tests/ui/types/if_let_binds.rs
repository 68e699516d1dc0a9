// An `if let` whose name its node would use.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        if let Some(enemy) = npc.enemy {
            condition enemy > 3;
        }
    }
}

fn main() {}
