// A leaf with `?` that gives no `Result`.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn look(&mut self) -> Result<u32, u32> {
        Err(3)
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action {
            npc.look()?;
            true
        };
    }
}

fn main() {}
