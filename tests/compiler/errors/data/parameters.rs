// Subtrees with missing arguments, whose tree is in another macro call.
use bt_core::{BehaviorTree, behavior_tree};

struct Npc;

behavior_tree! {
    pub tree Go(npc: &mut Npc, target: u32, speed: f32) {
        condition *target > 3 && *speed > 1.0;
    }

    pub tree Rest(npc: &mut Npc) { running; }
}

behavior_tree! {
    tree Nothing(npc: &mut Npc) { subtree Go; }

    tree Half(npc: &mut Npc) { subtree Go(target = 3); }

    tree Misspelled(npc: &mut Npc) { subtree Go(target = 3, sped = 2.0); }

    tree AnotherType(npc: &mut Npc) { subtree Go(target = 3, speed = "fast"); }

    tree TooMuch(npc: &mut Npc) { subtree Rest(target = 3); }
}

fn main() {
    let _: Go = BehaviorTree::<Npc>::new();
    let _ = Go::new(3);
}
