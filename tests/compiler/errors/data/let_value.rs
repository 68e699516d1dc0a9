// Values that a `let` cannot keep.
use bt_core::{Status, behavior_tree};

struct Npc {
    ids: Vec<u32>,
}

behavior_tree! {
    tree AnotherType(npc: &mut Npc) {
        let(id: u32 = npc.ids.len()) condition *id > 3;
    }

    tree Moves(npc: &mut Npc) {
        let(ids: Vec<u32> = npc.ids) condition ids.is_empty();
    }

    tree Changes(npc: &mut Npc) {
        let(id: u32 = 3) condition {
            *id = 4;
            true
        };
    }

    tree NoRange(npc: &mut Npc) {
        for(place in npc.ids.len()) action npc.ids[place] = 0;
    }

    tree NotFinished(npc: &mut Npc) {
        for(place in 0..3) action place = 4;
    }

    tree Scores(npc: &mut Npc) {
        active_utility_selector(margin = 1) {
            npc.ids.len() => action Status::Running,
        }
    }

    tree Prefers(npc: &mut Npc) {
        priority_selector { npc.ids.len() => running; }
    }
}

fn main() {}
