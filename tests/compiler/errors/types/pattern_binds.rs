// Patterns whose names their nodes would use.
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
}

behavior_tree! {
    tree OfIf(npc: &mut Npc) {
        if let Some(enemy) = npc.enemy {
            condition enemy > 3;
        }
    }

    tree OfMatch(npc: &mut Npc) {
        match npc.enemy {
            Some(enemy) => condition enemy > 3,
            None => fail,
        }
    }
}

fn main() {}
