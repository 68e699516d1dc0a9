// A condition that changes the blackboard.
use bt_core::behavior_tree;

struct Npc {
    seed: u32,
}

impl Npc {
    fn draw(&mut self) -> u32 {
        self.seed += 1;
        self.seed
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        condition npc.draw() > 3;
    }
}

fn main() {}
