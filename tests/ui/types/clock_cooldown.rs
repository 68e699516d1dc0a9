// `cooldown` on a blackboard without a clock.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        cooldown(2s) action npc.walk();
    }
}

fn main() {}
