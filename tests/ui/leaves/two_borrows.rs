// An action that borrows the blackboard twice.
use bt_core::behavior_tree;

struct Npc {
    leader: u32,
}

impl Npc {
    fn follow(&mut self, _leader: &mut u32) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.follow(&mut npc.leader);
    }
}

fn main() {}
