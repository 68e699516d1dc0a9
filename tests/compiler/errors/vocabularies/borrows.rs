// Words that change the blackboard where they only look at it.
use bt_core::behavior_tree;

struct Npc {
    health: i32,
}

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition Hurt => { npc.health -= 1; npc.health < 3 };
        value Health: i32 => { npc.health -= 1; npc.health };
    }
}

fn main() {}
