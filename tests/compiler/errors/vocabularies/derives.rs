// A vocabulary that derives what a type of its words has not.
use bt_core::{Action, Status, behavior_tree};

struct Npc;

struct Walk {
    far: u32,
}

impl Action<Npc> for Walk {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::from(self.far > 1)
    }
}

behavior_tree! {
    #[derive(Debug)]
    vocabulary Drill(npc: &mut Npc) {
        action Walk(far: u32) => Walk { far };
    }
}

fn main() {}
