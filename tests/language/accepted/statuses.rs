//! All types that an action may give.

use bt_core::{Status, behavior_tree};

struct Npc {
    alive: bool,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            action Status::Success;
            action true;
            action ();
            action npc.alive = true;
            action Ok::<(), String>(());
            action Ok::<bool, u32>(npc.alive);
            action Ok::<Result<Status, u32>, String>(Ok(Status::Success));
            action Some(()).ok_or("nothing");
        }
    }
}

#[test]
fn actions_give_any_status() {
    Patrol::new().tick(&mut Npc { alive: true });
}
