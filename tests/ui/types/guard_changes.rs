// A guard that changes the blackboard.
use bt_core::behavior_tree;

struct Npc {
    coins: u32,
}

impl Npc {
    fn take(&mut self) -> u32 {
        self.coins -= 1;
        self.coins
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        guard(npc.take() > 0) running;
    }
}

fn main() {}
