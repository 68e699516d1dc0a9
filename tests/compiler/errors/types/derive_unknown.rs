// A derive that does not exist.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    #[derive(Serialize)]
    tree Patrol(npc: &mut Npc) {
        running;
    }
}

fn main() {}
