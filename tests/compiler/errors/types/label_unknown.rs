// A label that the tree does not have.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        'walk: running;
    }
}

fn main() {
    println!("{}", Patrol::FLEE);
}
