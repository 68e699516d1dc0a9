// A random number that is no `u32`.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn random(&mut self) -> f32 {
        0.5
    }
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        random_selector(npc.random()) {
            fail;
            succeed;
        }
    }
}

fn main() {}
