// An action that is `async`.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    async fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk();
    }
}

fn main() {}
