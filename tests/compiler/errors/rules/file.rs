// A file that breaks the rules of its vocabulary.
use bt_core::{Action, Can, Status, behavior_tree};

struct Npc {
    shots: u32,
}

impl Npc {
    fn rest(&mut self) -> Status {
        Status::Running
    }
}

struct Walk {
    steps: u32,
}

impl Action<Npc> for Walk {
    const CAN: Can = Can::ANYTHING.never_fails();

    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.shots += self.steps;
        Status::Success
    }
}

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition IsClear => npc.shots == 0;
        action Fire(times: u32) => npc.shots += times;
        action Rest => npc.rest();
        action Walk(steps: u32) => Walk { steps };

        /// Nobody fires without a look.
        rule always Fire.ticked -> IsClear.succeeded;
        // The types exclude it.
        rule never Fire.running || Fire.failed;
        rule never Walk.failed;
        // And allow it.
        rule never Rest.failed && Walk.ticked;
        rule never Walk.runing;
    }

    trees from "../../../../tests/compiler/errors/rules/guard.tree" with Drill;
}

fn main() {}
