// Leaves with `?` whose error does not fit, or that give no `Result`.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn look(&mut self) -> Result<u32, u32> {
        Err(3)
    }

    fn check(&mut self) -> Result<(), u32> {
        Err(3)
    }
}

behavior_tree! {
    tree AnotherError(npc: &mut Npc) {
        action {
            npc.look()?;
            Ok::<(), String>(())
        };
    }

    tree NoResult(npc: &mut Npc) {
        action {
            npc.look()?;
            true
        };
    }
}

fn main() {}
