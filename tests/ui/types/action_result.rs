// An action that gives a `Result` with a number in it.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn path(&mut self) -> Result<u32, &'static str> {
        Ok(3)
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.path();
    }
}

fn main() {}
