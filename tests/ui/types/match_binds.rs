// A pattern whose name its node would use.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.enemy {
            Some(enemy) => condition enemy > 3,
            None => fail,
        }
    }
}

fn main() {}
