// A leaf that waits for a future.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    async fn walk(&mut self) {}
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        action npc.walk().await;
    }
}

fn main() {}
